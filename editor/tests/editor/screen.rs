use crate::process::{output_of, Running};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

/// A screen and a window manager that only the programs of one test see.
pub struct VirtualScreen {
    display: String,
    // Ended in this order.
    _manager: Running,
    _server: Running,
}

impl VirtualScreen {
    /// Starts a screen with so many pixels.
    pub fn start(width: u32, height: u32) -> Self {
        let mut server = Running::start(
            Command::new("Xvfb")
                // The server picks a free display and prints its number when it is ready.
                .args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0"])
                .arg(format!("{width}x{height}x24"))
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let mut number = String::new();
        let stdout = server.child().stdout.take().expect("stdout is piped");
        BufReader::new(stdout).read_line(&mut number).unwrap();
        let display = format!(":{}", number.trim());

        // The editor updates only while its window has the focus, which a window manager gives it.
        let manager = Running::start(
            Command::new("openbox")
                .env("DISPLAY", &display)
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        Self {
            display,
            _manager: manager,
            _server: server,
        }
    }

    /// Makes the command's program run on this screen.
    pub fn show<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
    }

    /// Acts like a user: the arguments are those of the program xdotool.
    pub fn act(&self, arguments: &[&str]) {
        output_of(self.show(Command::new("xdotool").args(arguments)));
    }

    /// Writes what is on the screen to a PNG file.
    pub fn photograph(&self, file: &Path) {
        output_of(self.show(Command::new("import").args(["-window", "root"]).arg(file)));
    }
}
