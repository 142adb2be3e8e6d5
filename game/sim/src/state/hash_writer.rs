//! Hashes of any serialisable value.

use serde::{
    ser::{
        Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
    Serialize, Serializer,
};
use std::fmt;
use xxhash_rust::xxh3::Xxh3;

/// Writes values into a hash as little-endian bits, without the names of fields. So whatever is
/// saved of a type is hashed too, and nothing can be forgotten.
#[derive(Default)]
pub(crate) struct HashWriter(Xxh3);

/// A hash of all that is saved of a value, without the names of fields. Equal for values with the
/// same bits, on every platform. For what a program keeps beside flocks, as
/// [`Flock::state_hash`](crate::Flock::state_hash) is for a flock.
///
/// ```
/// use flock_sim::{saving::saved_hash, world::Relation};
///
/// let relation = Relation::default();
/// let heavier = Relation { weight: 2.0 * relation.weight, ..relation };
/// assert_eq!(saved_hash(&relation), saved_hash(&Relation::default()));
/// assert_ne!(saved_hash(&relation), saved_hash(&heavier));
/// ```
pub fn saved_hash<T: Serialize + ?Sized>(value: &T) -> u64 {
    let mut hash = HashWriter::default();
    hash.add(value);
    hash.finish()
}

/// The error of a value that refuses to be serialised, with its message.
#[derive(Debug)]
pub(crate) struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl HashWriter {
    /// Adds everything that is saved of a value.
    pub(crate) fn add<T: Serialize + ?Sized>(&mut self, value: &T) {
        if let Err(Refused(message)) = value.serialize(&mut *self) {
            // No type of this crate refuses. Hashing the message makes the hash differ from that of
            // a value that does not refuse.
            self.0.update(message.as_bytes());
        }
    }

    pub(crate) fn finish(&self) -> u64 {
        self.0.digest()
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        self.0.update(bytes);
        Ok(())
    }

    fn length(&mut self, length: usize) {
        self.0.update(&(length as u64).to_le_bytes());
    }
}

/// Defines the serialising methods of numbers.
macro_rules! numbers {
    ($($method:ident: $number:ty),*) => {
        $(fn $method(self, value: $number) -> Result<(), Refused> {
            self.bytes(&value.to_le_bytes())
        })*
    };
}

impl Serializer for &mut HashWriter {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    // For floats, the bytes are those of their bits.
    numbers!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_f32: f32, serialize_f64: f64
    );

    fn serialize_bool(self, value: bool) -> Result<(), Refused> {
        self.bytes(&[value.into()])
    }

    fn serialize_char(self, value: char) -> Result<(), Refused> {
        self.serialize_u32(value.into())
    }

    fn serialize_str(self, value: &str) -> Result<(), Refused> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Refused> {
        self.length(value.len());
        self.bytes(value)
    }

    fn serialize_none(self) -> Result<(), Refused> {
        self.bytes(&[0])
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        self.bytes(&[1])?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Refused> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Refused> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<(), Refused> {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        self.0.update(&index.to_le_bytes());
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Refused> {
        self.length(length.unwrap_or(usize::MAX));
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Refused> {
        self.0.update(&index.to_le_bytes());
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, Refused> {
        self.serialize_seq(length)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self, Refused> {
        self.serialize_tuple_variant(name, index, variant, length)
    }

    /// False, as for binary formats, so that numbers are not written as text.
    fn is_human_readable(&self) -> bool {
        false
    }
}

/// Implements the traits for values with several parts, which are hashed one after the other.
macro_rules! parts {
    ($($kind:ident::$method:ident),*) => {
        $(impl $kind for &mut HashWriter {
            type Ok = ();
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Refused> {
                Ok(())
            }
        })*
    };
}

parts!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

/// Implements the traits for values with named fields; the names are not hashed.
macro_rules! named_parts {
    ($($kind:ident),*) => {
        $(impl $kind for &mut HashWriter {
            type Ok = ();
            type Error = Refused;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _: &'static str,
                value: &T,
            ) -> Result<(), Refused> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Refused> {
                Ok(())
            }
        })*
    };
}

named_parts!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for &mut HashWriter {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Refused> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{saved_hash as of, *};

    #[derive(Serialize)]
    enum Kind {
        Calm,
        Of(u32),
        Between { low: f32, high: f32 },
    }

    #[test]
    fn every_difference_gives_another_hash() {
        let between = |low, high| Kind::Between { low, high };
        let hashes = [
            of(&Kind::Calm),
            of(&Kind::Of(0)),
            of(&Kind::Of(1)),
            of(&between(0.0, 1.0)),
            of(&between(-0.0, 1.0)),
            of(&(None::<u32>, Some(0_u32))),
            of(&(Some(0_u32), None::<u32>)),
            of(&("ab", "c")),
            of(&("a", "bc")),
            of(&vec![vec![1_u8], vec![]]),
            of(&vec![vec![], vec![1_u8]]),
            of(&(true, 'x', 1_i64, 1e-300)),
        ];
        for (index, hash) in hashes.iter().enumerate() {
            assert!(!hashes[..index].contains(hash), "{index}");
        }
        assert_eq!(of(&between(0.0, 1.0)), of(&between(0.0, 1.0)));
    }
}
