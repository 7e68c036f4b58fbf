//! Lists the files of the documentation, which the program contains.

use std::{env, fmt::Write as _, fs, io, path::Path};

/// The files below a folder that pages consist of.
fn files(folder: &Path, found: &mut Vec<String>, root: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let kind = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            files(&path, found, root)?;
        } else if matches!(kind, Some("md" | "svg" | "png")) {
            let name = path.strip_prefix(root).map_err(io::Error::other)?;
            found.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("docs").canonicalize()?;
    let mut found = Vec::new();
    files(&root, &mut found, &root)?;
    found.sort();
    let mut pages: Vec<_> = found.into_iter().map(|name| (root.join(&name), name)).collect();
    // Pages beside the folder, which others link.
    for name in ["README.md", "CONTRIBUTING.md"] {
        let path = root.with_file_name(name);
        if path.is_file() {
            println!("cargo::rerun-if-changed={}", path.display());
            pages.push((path, name.to_owned()));
        }
    }
    let mut table = String::from("&[\n");
    for (path, name) in pages {
        let _ = writeln!(table, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    table.push_str("]\n");
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("documentation.rs"), table)?;
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
