use crate::{
    picture::Picture,
    process::{wait_for, Running},
    project::Project,
    screen::{Pixel, VirtualScreen},
};
use std::{fs, process::Command, time::Duration};

/// Time limit: large, for a busy machine with software rendering.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// The editor with a project, on its own screen.
pub struct Editor<'a> {
    project: &'a Project,
    screen: &'a VirtualScreen,
    program: Running,
}

impl<'a> Editor<'a> {
    /// Starts the program; `prepare` may change its command.
    pub fn open(
        project: &'a Project,
        screen: &'a VirtualScreen,
        prepare: impl FnOnce(&mut Command),
    ) -> Self {
        let log = fs::File::create(project.folder().join("editor.log")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_editor"));
        screen
            .show(&mut command)
            .current_dir(project.folder())
            .stdout(log.try_clone().unwrap())
            .stderr(log);
        prepare(&mut command);
        Self {
            project,
            screen,
            program: Running::start(&mut command),
        }
    }

    /// The current picture of the screen.
    pub fn picture(&mut self) -> Picture {
        self.has_not_ended();
        let file = self.project.folder().join("editor.png");
        self.screen.photograph(&file);
        Picture::open(&file)
    }

    /// Takes pictures until `condition` returns a value; `what` is named if it never does.
    pub fn sees<T>(&mut self, what: &str, mut condition: impl FnMut(Picture) -> Option<T>) -> T {
        wait_for(what, PATIENCE, || condition(self.picture()))
    }

    /// Moves the mouse.
    pub fn point_at(&self, [x, y]: Pixel) {
        let (x, y) = (x.to_string(), y.to_string());
        self.screen.act(&["mousemove", &x, &y]);
    }

    /// Clicks at the position of the mouse.
    pub fn click(&self) {
        self.screen.act(&["click", "1"]);
    }

    /// Moves the mouse to a place and clicks there.
    pub fn click_at(&self, place: Pixel) {
        self.point_at(place);
        self.click();
    }

    /// Presses the left button.
    pub fn hold(&self) {
        self.screen.act(&["mousedown", "1"]);
    }

    /// Releases the left button.
    pub fn release(&self) {
        self.screen.act(&["mouseup", "1"]);
    }

    /// Presses and releases keys, named as in `alt+F4`.
    pub fn press(&mut self, keys: &str) {
        self.has_not_ended();
        self.screen.act(&["key", keys]);
    }

    /// Does an action with the key Ctrl held down. It must take at least a frame: the editor reads
    /// the modifiers at the end of the frame.
    pub fn with_ctrl<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        self.screen.act(&["keydown", "ctrl"]);
        let result = action(self);
        self.screen.act(&["keyup", "ctrl"]);
        result
    }

    /// Closes the window. The scene must be saved, otherwise the editor asks first.
    pub fn close(&mut self) {
        self.press("alt+F4");
        let status = wait_for("end of the editor", PATIENCE, || self.program.ended());
        assert!(status.success(), "{status}\n{}", self.log());
    }

    /// To be called after [`close`](Self::close).
    pub fn logged_no_errors(&self) {
        let log = self.log();
        assert!(log.contains("The editor was closed."), "{log}");
        let errors: Vec<_> = log.lines().filter(|line| is_error(line)).collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }

    /// Fails if the program has exited, instead of waiting for it.
    fn has_not_ended(&mut self) {
        assert_eq!(self.program.ended(), None, "{}", self.log());
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.project.folder().join("editor.log")).unwrap()
    }
}

/// True for errors and for panics of other threads. A missing sound card is not an error of the
/// editor; and its own window *Camera Preview* has no size that it could save.
fn is_error(line: &str) -> bool {
    let known = [
        "Unable to initialize audio output device",
        "Window width was NaN",
        "Window height was NaN",
    ];
    let is_known = known.iter().any(|known| line.contains(known));
    (line.contains("[ERROR]") && !is_known) || line.contains("panicked at")
}
