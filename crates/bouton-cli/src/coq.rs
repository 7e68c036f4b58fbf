//! Checks the theorem of a certificate with Coq, where it is installed.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};

use bouton::{Watch, lower::lower};

use crate::{
    failure::{Failure, unwritable},
    file,
};

/// The output of Coq for a theorem that does not depend on axioms.
const WITHOUT_AXIOMS: &str = "Closed under the global context";

/// The time between two observations of Coq.
const EVERY: Duration = Duration::from_millis(10);

/// Returns Coq's verdict on the theorem of a certificate, with the theory that is compiled in a folder: the
/// reason, if Coq does not accept it. Coq is stopped at a time limit.
///
/// # Errors
///
/// If Coq is not installed, the theory is not compiled, or a limit is reached.
pub(crate) fn verdict(
    certificate: &str,
    theory: &Path,
    watch: &Watch,
) -> Result<Result<String, String>, Failure> {
    if !theory.join("Claims.vo").is_file() {
        let folder = theory.display();
        return Err(Failure::input("coq", format!("{folder} has no compiled theory: `just coq` makes it")));
    }
    let theorem = match lower(certificate) {
        Ok(theorem) => theorem,
        Err(error) => return Ok(Ok(format!("not run, {error}"))),
    };
    // A new folder for this user alone, which is removed at the end.
    let unwritable = |error: io::Error| unwritable(&std::env::temp_dir(), &error);
    let folder = tempfile::Builder::new().prefix("bouton-coq-").tempdir().map_err(unwritable)?;
    let path = |name: &str| folder.path().join(name);
    file::write(&path("theorem.v"), &theorem)?;
    let [out, errors] = ["said", "errors"].map(|name| File::create(path(name)));
    let mut coq = Command::new("coqc");
    coq.arg("-Q").arg(theory).arg("Bouton").arg(path("theorem.v"));
    coq.stdin(Stdio::null()).stdout(out.map_err(unwritable)?).stderr(errors.map_err(unwritable)?);
    let status = run(&mut coq, watch)?;
    let [said, errors] = ["said", "errors"].map(|name| {
        let bytes = std::fs::read(path(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    });
    if status.success() && said == WITHOUT_AXIOMS {
        return Ok(Ok("the theorem is accepted, without axioms".to_owned()));
    }
    Ok(Err(if errors.is_empty() { said } else { errors }))
}

/// A process that is killed when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // A process that has ended already is not affected.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs Coq to its end, or to a limit.
fn run(coq: &mut Command, watch: &Watch) -> Result<ExitStatus, Failure> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Failure::input("coq", "coqc is not on the path"),
        _ => Failure::input("coq", format!("coqc does not run: {error}")),
    };
    let mut running = Running(coq.spawn().map_err(failed)?);
    loop {
        if let Some(status) = running.0.try_wait().map_err(failed)? {
            return Ok(status);
        }
        watch.check()?;
        thread::sleep(EVERY);
    }
}

/// The default folder of the theory.
pub(crate) fn default_folder() -> PathBuf {
    std::env::var_os("BOUTON_COQ").map_or_else(|| PathBuf::from("coq"), PathBuf::from)
}
