use crate::process::{output_of, succeeds, wait_for, Running};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

/// A position on the screen: from the left, from the top.
pub type Pixel = [u32; 2];

/// A screen and a window manager for the programs of one test.
pub struct VirtualScreen {
    display: String,
    // Dropped in this order.
    _manager: Running,
    _server: Running,
}

impl VirtualScreen {
    /// Starts a screen of this size in pixels.
    pub fn start([width, height]: [u32; 2]) -> Self {
        let mut server = Running::start(
            Command::new("Xvfb")
                // The server chooses a free display and prints its number when it is ready.
                .args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0"])
                .arg(format!("{width}x{height}x24"))
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let mut number = String::new();
        let stdout = server.child().stdout.take().expect("stdout is piped");
        BufReader::new(stdout).read_line(&mut number).unwrap();
        let display = format!(":{}", number.trim());

        // The editor updates only while its window has the focus, which it gets from a window
        // manager.
        let manager = Running::start(
            Command::new("openbox")
                .env("DISPLAY", &display)
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        let screen = Self {
            display,
            _manager: manager,
            _server: server,
        };
        // A window that is opened before is never shown.
        wait_for("window manager", Duration::from_secs(60), || {
            screen.has_desktops().then_some(())
        });
        screen
    }

    /// True once the window manager has announced its desktops.
    fn has_desktops(&self) -> bool {
        let mut command = Command::new("xdotool");
        succeeds(self.show(&mut command).arg("get_num_desktops"))
    }

    /// Makes the command's program run on this screen.
    pub fn show<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
    }

    /// Sends input, by the arguments of the program xdotool.
    pub fn act(&self, arguments: &[&str]) {
        output_of(self.show(Command::new("xdotool").args(arguments)));
    }

    /// Writes a picture of the screen to a PNG file.
    pub fn photograph(&self, file: &Path) {
        output_of(self.show(Command::new("import").args(["-window", "root"]).arg(file)));
    }
}
