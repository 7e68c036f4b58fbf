//! Writes the documentation as the files of a site, into the folder that is named (`target/site` if none is).

use std::{env, fs, io, path::PathBuf};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "target/site".to_owned()));
    let mut count = 0;
    for (path, content) in bouton_serve::site() {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&folder))?;
        fs::write(file, content)?;
        count += 1;
    }
    println!("{count} files in {}", folder.display());
    Ok(())
}
