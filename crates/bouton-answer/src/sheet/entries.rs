//! The list of a document, and its entries one after the other.
//!
//! A document is any type of `serde`. These serializers visit its fields and lists without writing
//! them, and build the JSON value of one entry at a time.

use std::{fmt::Display, io};

use serde::{
    Serialize, Serializer,
    ser::{
        Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct,
    },
};
use serde_json::Value;

use crate::AnyDocument;

/// The rows of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entries {
    /// The document is one row.
    Itself,
    /// The document is a list.
    All {
        /// Whether the list is empty.
        empty: bool,
    },
    /// A field of the document is the list.
    Field {
        /// The field.
        name: String,
        /// Whether the list is empty.
        empty: bool,
    },
}

impl Entries {
    /// Finds the list of a document.
    pub(super) fn of(document: &dyn AnyDocument) -> io::Result<Self> {
        let mut survey = Survey::default();
        document.serialize(Visitor { of: &mut survey, place: Place::Document })?;
        if let Some(empty) = survey.document {
            return Ok(Self::All { empty });
        }
        let only = if survey.lists.len() == 1 { survey.lists.first() } else { None };
        let found = survey.lists.iter().find(|list| list.of_records).or(only);
        Ok(found.map_or(Self::Itself, |list| Self::Field { name: list.name.clone(), empty: list.empty }))
    }

    /// Whether this is an empty list.
    pub(super) fn is_empty_list(&self) -> bool {
        matches!(self, Self::All { empty: true } | Self::Field { empty: true, .. })
    }

    /// The name of one entry of the list.
    pub(super) fn entry_name(&self) -> &str {
        match self {
            Self::Itself => "n",
            Self::All { .. } => "entrie",
            Self::Field { name, .. } => name.strip_suffix('s').unwrap_or(name),
        }
    }
}

/// Visits the entries of a document's list, or the document itself.
pub(super) fn for_each_entry(
    document: &dyn AnyDocument,
    entries: &Entries,
    visit: &mut dyn FnMut(Value) -> io::Result<()>,
) -> io::Result<()> {
    if *entries == Entries::Itself {
        return visit(serde_json::to_value(document)?);
    }
    let mut walk = Walk { entries, visit };
    Ok(document.serialize(Visitor { of: &mut walk, place: Place::Document })?)
}

/// A place in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Document,
    Field(String),
}

/// A visitor of the lists of a document.
trait See {
    /// Whether the entries of this list are visited.
    fn begin(&mut self, place: &Place) -> bool;
    /// Visits an entry; returns whether more entries are to be visited.
    fn entry<T: Serialize + ?Sized>(&mut self, entry: &T) -> Result<bool, Stop>;
}

/// A field that is a list.
struct ListField {
    name: String,
    empty: bool,
    of_records: bool,
}

/// The lists of a document.
#[derive(Default)]
struct Survey {
    /// Whether the list is empty, if the document is a list.
    document: Option<bool>,
    lists: Vec<ListField>,
}

impl See for Survey {
    fn begin(&mut self, place: &Place) -> bool {
        match place {
            Place::Document => self.document = Some(true),
            Place::Field(name) => {
                self.lists.push(ListField { name: name.clone(), empty: true, of_records: false });
            }
        }
        true
    }

    fn entry<T: Serialize + ?Sized>(&mut self, entry: &T) -> Result<bool, Stop> {
        if let Some(empty) = &mut self.document {
            *empty = false;
        } else if let Some(list) = self.lists.last_mut() {
            list.empty = false;
            let entry = serde_json::to_value(entry)?;
            list.of_records = entry.is_object() || entry.is_array();
        }
        // The first entry suffices.
        Ok(false)
    }
}

/// Visits the entries of one list.
struct Walk<'a> {
    entries: &'a Entries,
    visit: &'a mut dyn FnMut(Value) -> io::Result<()>,
}

impl See for Walk<'_> {
    fn begin(&mut self, place: &Place) -> bool {
        match (place, self.entries) {
            (Place::Document, Entries::All { .. }) => true,
            (Place::Field(found), Entries::Field { name, .. }) => found == name,
            _ => false,
        }
    }

    fn entry<T: Serialize + ?Sized>(&mut self, entry: &T) -> Result<bool, Stop> {
        (self.visit)(serde_json::to_value(entry)?)?;
        Ok(true)
    }
}

/// The reason why a document was not traversed to its end.
#[derive(Debug)]
struct Stop(io::Error);

impl Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Stop {}

impl serde::ser::Error for Stop {
    fn custom<T: Display>(message: T) -> Self {
        Self(io::Error::other(message.to_string()))
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self(error)
    }
}

impl From<serde_json::Error> for Stop {
    fn from(error: serde_json::Error) -> Self {
        Self(error.into())
    }
}

impl From<Stop> for io::Error {
    fn from(stop: Stop) -> Self {
        stop.0
    }
}

/// A traversal of a document, or of a field of it.
struct Visitor<'a, S> {
    of: &'a mut S,
    place: Place,
}

/// A traversal of a list.
struct List<'a, S> {
    of: &'a mut S,
    /// Whether its entries are visited.
    seen: bool,
}

/// A traversal of a record.
struct Record<'a, S> {
    of: &'a mut S,
    /// Whether its fields are those of the document.
    top: bool,
    key: String,
}

impl<S: See> List<'_, S> {
    fn take<T: Serialize + ?Sized>(&mut self, entry: &T) -> Result<(), Stop> {
        if self.seen {
            self.seen = self.of.entry(entry)?;
        }
        Ok(())
    }
}

impl<S: See> Record<'_, S> {
    fn take<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Stop> {
        if !self.top {
            return Ok(());
        }
        value.serialize(Visitor { of: self.of, place: Place::Field(name.to_owned()) })
    }
}

macro_rules! scalars {
    ($($method:ident $type:ty)*) => { $(fn $method(self, _: $type) -> Result<(), Stop> { Ok(()) })* };
}

impl<'a, S: See> Serializer for Visitor<'a, S> {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = List<'a, S>;
    type SerializeTuple = List<'a, S>;
    type SerializeTupleStruct = List<'a, S>;
    type SerializeTupleVariant = Impossible<(), Stop>;
    type SerializeMap = Record<'a, S>;
    type SerializeStruct = Record<'a, S>;
    type SerializeStructVariant = Record<'a, S>;

    scalars! {
        serialize_bool bool
        serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64 serialize_i128 i128
        serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64 serialize_u128 u128
        serialize_f32 f32 serialize_f64 f64 serialize_char char
        serialize_str &str serialize_bytes &[u8] serialize_unit_struct &'static str
    }

    fn serialize_none(self) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Stop> {
        Ok(())
    }

    fn collect_str<T: Display + ?Sized>(self, _: &T) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        let top = self.place == Place::Document;
        Record { of: self.of, top, key: String::new() }.take(variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a, S>, Stop> {
        let seen = self.of.begin(&self.place);
        Ok(List { of: self.of, seen })
    }

    fn serialize_tuple(self, length: usize) -> Result<List<'a, S>, Stop> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<List<'a, S>, Stop> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Stop>, Stop> {
        Err(serde::ser::Error::custom(format!("no document has a variant such as {variant}")))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Record<'a, S>, Stop> {
        let top = self.place == Place::Document;
        Ok(Record { of: self.of, top, key: String::new() })
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Record<'a, S>, Stop> {
        self.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        length: usize,
    ) -> Result<Record<'a, S>, Stop> {
        // Fields of a record within a field are not fields of the document.
        let mut record = self.serialize_map(Some(length))?;
        record.top = false;
        Ok(record)
    }
}

macro_rules! lists {
    ($($trait:ident $method:ident)*) => { $(
        impl<S: See> $trait for List<'_, S> {
            type Ok = ();
            type Error = Stop;

            fn $method<T: Serialize + ?Sized>(&mut self, entry: &T) -> Result<(), Stop> {
                self.take(entry)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        }
    )* };
}

lists! { SerializeSeq serialize_element SerializeTuple serialize_element SerializeTupleStruct serialize_field }

macro_rules! records {
    ($($trait:ident)*) => { $(
        impl<S: See> $trait for Record<'_, S> {
            type Ok = ();
            type Error = Stop;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Stop> {
                self.take(name, value)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        }
    )* };
}

records! { SerializeStruct SerializeStructVariant }

impl<S: See> SerializeMap for Record<'_, S> {
    type Ok = ();
    type Error = Stop;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        let key = serde_json::to_value(key)?;
        self.key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        let name = std::mem::take(&mut self.key);
        self.take(&name, value)
    }

    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}
