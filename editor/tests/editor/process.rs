use std::{
    io::ErrorKind,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

/// A program that is killed at the end of the test, even if the test fails.
pub struct Running(Child);

impl Running {
    /// Starts a program; if it is not installed, the message says what to install.
    pub fn start(command: &mut Command) -> Self {
        Self(command.spawn().unwrap_or_else(|error| fail(command, error)))
    }

    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }

    /// Its exit status, once it has exited.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().expect("the process can be waited for")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only if the program has already exited.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a program and returns its output; it must succeed.
pub fn output_of(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| fail(command, error));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs a program without output; true if it succeeded.
pub fn succeeds(command: &mut Command) -> bool {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status();
    status
        .unwrap_or_else(|error| fail(command, error))
        .success()
}

/// Polls until `answer` returns a value; `what` is named if it does not in time.
pub fn wait_for<T>(what: &str, limit: Duration, mut answer: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = answer() {
            return answer;
        }
        assert!(
            began.elapsed() < limit,
            "no {what} within {} s",
            limit.as_secs()
        );
        std::thread::sleep(Duration::from_millis(500));
    }
}

fn fail(command: &Command, error: std::io::Error) -> ! {
    let program = command.get_program().to_string_lossy();
    if error.kind() == ErrorKind::NotFound {
        panic!(
            "{program} is missing; on Debian and Ubuntu: \
             apt-get install xvfb openbox xdotool imagemagick libgl1-mesa-dri"
        );
    }
    panic!("{program} did not start: {error}");
}
