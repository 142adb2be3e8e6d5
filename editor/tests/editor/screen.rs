use crate::process::{output_of, Running};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A screen, a window manager and a silent sound card that only the programs of one test see.
pub struct VirtualScreen {
    display: String,
    sound: PathBuf,
    // Ended in this order.
    _manager: Running,
    _server: Running,
}

impl VirtualScreen {
    /// Starts the screen with `width` x `height` pixels; `folder` takes the sound card's description.
    pub fn start(folder: &Path, width: u32, height: u32) -> Self {
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

        // Without any sound card the engine logs an error that says nothing about the editor.
        let sound = folder.join("asound.conf");
        fs::write(
            &sound,
            "pcm.!default { type null }\nctl.!default { type null }\n",
        )
        .unwrap();
        Self {
            display,
            sound,
            _manager: manager,
            _server: server,
        }
    }

    /// Makes the command's program run on this screen.
    pub fn show<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("DISPLAY", &self.display)
            .env("ALSA_CONFIG_PATH", &self.sound)
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
