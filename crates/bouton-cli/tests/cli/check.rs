//! `bouton check`.

use crate::program::{certificate, json, run_with_input, temporary};

#[test]
fn what_is_no_certificate_is_not_accepted() {
    let (status, document) = json(&["check", "Cargo.toml"]);
    assert_eq!((status, &document["accepted"], &document["step"]), (1, &false.into(), &"decode".into()));
}

#[test]
fn standard_input_can_be_checked() {
    let path = certificate("stdin.cert", &["nim", "--heaps", "2"]);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(run_with_input(&["check", "-"], &text).status, 0);
    assert_eq!(run_with_input(&["check", "-"], &text[1..]).status, 1);
    std::fs::remove_file(path).unwrap();
}

/// Every byte of a certificate is changed: no changed text is accepted.
#[test]
fn changed_bytes_are_refused() {
    let path = certificate("changed.cert", &["heaps 1; move take 1..2 from 1 heap"]);
    let text = std::fs::read(&path).unwrap();
    for place in (0..text.len()).step_by(7) {
        let mut changed = text.clone();
        changed[place] ^= 1;
        std::fs::write(&path, &changed).unwrap();
        let (status, document) = json(&["check", &path]);
        assert_eq!((status, &document["accepted"]), (1, &false.into()), "byte {place}");
    }
    std::fs::remove_file(path).unwrap();
}

/// A file that a certificate names, or a certificate in a folder, may be a pipe without a writer.
#[cfg(unix)]
#[test]
fn only_regular_files_are_opened_where_nobody_named_them() {
    let folder = temporary("no-files");
    std::fs::create_dir_all(&folder).unwrap();
    let values = format!("sha256:{:064x}", 1);
    let body =
        format!("bouton certificate 1\n| octal 0.07\nperiod 34 from 53 saltus 0\nstored {values} 87\n");
    let certificate = folder.join("stored.cert");
    std::fs::write(&certificate, bouton::cert::seal(&body)).unwrap();
    let name = certificate.to_str().unwrap();
    let absent = json(&["check", name]).1["reason"].clone();
    assert!(absent.as_str().unwrap().contains("cannot be read"), "{absent}");
    let beside = folder.join(format!("{}.values", values.replace(':', "-")));
    assert!(absent.as_str().unwrap().contains(beside.to_str().unwrap()), "{absent}");
    let pipe = |path: &std::path::Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    pipe(&beside);
    let (status, document) = json(&["check", name]);
    assert_eq!((status, &document["step"]), (1, &"file".into()));
    assert!(document["reason"].as_str().unwrap().contains("is not a regular file"), "{document}");
    std::fs::remove_file(&beside).unwrap();
    std::fs::create_dir(&beside).unwrap();
    assert!(json(&["check", name]).1["reason"].as_str().unwrap().contains("is not a regular file"));
    pipe(&folder.join("pipe.cert"));
    let (status, document) = json(&["check", folder.to_str().unwrap()]);
    assert_eq!((status, document["checks"].as_array().unwrap().len()), (2, 2));
    assert!(
        document["checks"][0]["reason"].as_str().unwrap().contains("is not a regular file"),
        "{document}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

/// A certificate of a few lines with an enormous number of windows: memory is counted before it is
/// allocated.
#[test]
fn windows_without_end_stay_within_memory() {
    let body = "bouton certificate 1\n| counters a, b, c, d\n\
        | move a -> a - 1 when a mod 4093 = 1, b mod 4093 = 1, c mod 4093 = 1, d mod 4093 = 1, a = 0\n\
        law normal outcome\ntracks 4\nstarts 0\nstate 0 output 0 to 0*16\nwindows\n";
    let text = bouton::cert::seal(body);
    let told = run_with_input(&["check", "-", "--memory", "30M", "--json"], &text);
    assert_eq!(told.status, 3, "{}", told.stdout);
    assert!(
        told.stdout.contains("the limit is 30 MiB") || told.stdout.contains("limit of 30 MiB"),
        "{}",
        told.stdout
    );
}
