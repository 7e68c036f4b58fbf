//! Opening the page in a browser.

use std::process::{Command, Stdio};

/// Opens an address in the default browser; does nothing on a machine without a browser.
pub(crate) fn browser(url: &str) {
    let opener = match std::env::consts::OS {
        "macos" => ("open", &[][..]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"][..]),
        _ => ("xdg-open", &[][..]),
    };
    let child = Command::new(opener.0)
        .args(opener.1)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = child {
        std::thread::spawn(move || child.wait());
    }
}
