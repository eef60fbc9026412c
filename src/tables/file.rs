//! The format of table files: a head that describes the table, then blocks of values; head and blocks are compressed, with checksums.
//!
//! | part | content |
//! |---|---|
//! | magic | `KATYDIDT`, eight bytes |
//! | head length | bytes of the compressed head, four bytes, little-endian |
//! | head | JSON, compressed: [`Head`] |
//! | blocks | compressed values, one block after the other |
//!
//! Head and blocks are zlib streams (RFC 1950), with Adler-32 as checksum. A value is stored as its index in the list of values in the
//! head, the most frequent first: as one byte or, if a table has more than 256 different values, as two bytes. The low bytes of a block come
//! before its high bytes, most of which are zero.

use super::TableError;
use super::index::{Index, Transform};
use super::material::Material;
use crate::variant::Variant;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fs::{self, File};
use std::io::{BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

const MAGIC: &[u8; 8] = b"KATYDIDT";
const VERSION: u32 = 3;
/// The number of values in a block.
const BLOCK: u64 = 1 << 15;
/// The compression level of zlib; the next one makes files 3 to 6 % smaller and takes two thirds more time.
const LEVEL: u8 = 5;
/// The maximum length of a head, in bytes.
const LONGEST_HEAD: usize = 1 << 28;
/// The extension of files that are being written.
const UNFINISHED: &str = "unfinished";

/// The head of a table file.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The version of the format.
    pub version: u32,
    /// The game.
    pub game: String,
    /// The [digest](super::digest) of the game's rules.
    pub digest: u64,
    /// The signature.
    pub signature: String,
    /// The count of position numbers in the table.
    pub numbers: u64,
    /// The symmetries as permutations of the places; positions that they map onto each other share a number.
    symmetries: Vec<Vec<u8>>,
    /// The transform for looking up the same pieces with colours exchanged; `None` if the game's rules have no such symmetry.
    exchange: Option<Vec<u8>>,
    /// The codes of all different values in the table, the most frequent first; blocks store indices into this list.
    codes: Vec<u16>,
    /// The compressed length of each block, in bytes.
    lengths: Vec<u32>,
}

/// The values of a table file. Blocks are read on demand.
pub struct FileValues {
    path: PathBuf,
    file: Mutex<File>,
    head: Head,
    /// The file offset of each block.
    starts: Vec<u64>,
    blocks: Vec<OnceLock<Vec<u8>>>,
}

fn failed(path: &Path, reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> TableError {
    TableError::File {
        path: path.to_owned(),
        reason: reason.into().to_string(),
    }
}

/// Writes a table file; several threads compress its blocks.
#[expect(clippy::too_many_arguments, reason = "each is a part of the head")]
pub fn write(
    path: &Path,
    game: &str,
    digest: u64,
    signature: &str,
    index: &Index,
    exchange: Option<Transform>,
    code: impl Fn(u64) -> u16 + Sync,
    threads: usize,
) -> Result<(), TableError> {
    let mut counts = vec![0_u64; 1 << 16];
    for number in 0..index.positions() {
        counts[usize::from(code(number))] += 1;
    }
    let mut listed: Vec<u16> = (0..=u16::MAX)
        .filter(|code| counts[usize::from(*code)] > 0)
        .collect();
    listed.sort_by_key(|code| Reverse(counts[usize::from(*code)]));
    let mut place_of = vec![0; 1 << 16];
    for (place, code) in (0_u16..).zip(&listed) {
        place_of[usize::from(*code)] = place;
    }
    let wide = listed.len() > 256;
    let compressed = |block: usize| {
        let first = block as u64 * BLOCK;
        let values = (first..(first + BLOCK).min(index.positions()))
            .map(|number| place_of[usize::from(code(number))]);
        let mut bytes: Vec<u8> = values.clone().map(|place| place as u8).collect();
        if wide {
            bytes.extend(values.map(|place| (place >> 8) as u8));
        }
        compress_to_vec_zlib(&bytes, LEVEL)
    };
    let mut blocks = vec![Vec::new(); index.positions().div_ceil(BLOCK) as usize];
    let share = blocks.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        for (part, own) in blocks.chunks_mut(share).enumerate() {
            let compressed = &compressed;
            scope.spawn(move || {
                for (nth, block) in own.iter_mut().enumerate() {
                    *block = compressed(part * share + nth);
                }
            });
        }
    });
    let head = Head {
        version: VERSION,
        game: game.to_owned(),
        digest,
        signature: signature.to_owned(),
        numbers: index.positions(),
        symmetries: index.symmetries().iter().map(|it| it.to_vec()).collect(),
        exchange: exchange.map(|it| it.to_vec()),
        codes: listed,
        lengths: blocks.iter().map(|block| block.len() as u32).collect(),
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let unfinished = path.with_extension(format!("{}.{UNFINISHED}", std::process::id()));
    let written =
        write_parts(&unfinished, &head, &blocks).and_then(|()| fs::rename(&unfinished, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        failed(path, error)
    })
}

fn write_parts(path: &Path, head: &Head, blocks: &[Vec<u8>]) -> std::io::Result<()> {
    let head = compress_to_vec_zlib(&serde_json::to_vec(head)?, LEVEL);
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(MAGIC)?;
    file.write_all(&(head.len() as u32).to_le_bytes())?;
    file.write_all(&head)?;
    for block in blocks {
        file.write_all(block)?;
    }
    file.into_inner()?.sync_all()
}

/// Opens a file and reads its head. Also returns the offset of the first block, in bytes.
fn open(path: &Path) -> Result<(File, Head, u64), TableError> {
    let wrong = |reason: &str| failed(path, reason);
    let mut file = File::open(path).map_err(|error| failed(path, error))?;
    let mut begin = [0_u8; 12];
    file.read_exact(&mut begin)
        .map_err(|_| wrong("the file is cut short"))?;
    let (magic, length) = begin.split_at(8);
    if magic != MAGIC {
        return Err(wrong("not a table of Katydid"));
    }
    let length = length
        .iter()
        .rev()
        .fold(0, |all, byte| all << 8 | usize::from(*byte));
    let size = file.metadata().map_err(|error| failed(path, error))?.len();
    if length > LONGEST_HEAD || length as u64 + 12 > size {
        return Err(wrong("the file is cut short"));
    }
    let mut head = vec![0; length];
    file.read_exact(&mut head)
        .map_err(|_| wrong("the file is cut short"))?;
    let head = decompress_to_vec_zlib_with_limit(&head, LONGEST_HEAD)
        .map_err(|_| wrong("the head is damaged"))?;
    let head: Head = serde_json::from_slice(&head).map_err(|_| wrong("the head is damaged"))?;
    if head.version != VERSION {
        let reason = format!(
            "format {} (this program reads format {VERSION}); build it again",
            head.version
        );
        return Err(failed(path, reason));
    }
    let start = 12 + length as u64;
    let end = head
        .lengths
        .iter()
        .fold(start, |end, length| end + u64::from(*length));
    if end != size || head.lengths.len() as u64 != head.numbers.div_ceil(BLOCK) {
        return Err(wrong("the file is cut short"));
    }
    Ok((file, head, start))
}

/// Reads the head of a table file.
///
/// # Errors
/// [`TableError::File`] if the file is not a table file, or is damaged.
pub fn head(path: &Path) -> Result<Head, TableError> {
    open(path).map(|(_, head, _)| head)
}

/// Checks a transform that was read from a head; `None` if it is not a permutation of the places.
fn transform(places: &[u8]) -> Option<Transform> {
    let transform: Transform = places.try_into().ok()?;
    let mut met = 0_u128;
    for place in transform {
        met |= 1_u128.checked_shl(u32::from(place))?;
    }
    (met == u128::MAX).then_some(transform)
}

impl FileValues {
    /// Opens a table file. Also returns its numbering, and the transform for looking up positions with colours exchanged.
    ///
    /// # Errors
    /// [`TableError::File`] if the file is not a table file, is damaged, or was made with different rules.
    pub fn open(
        path: &Path,
        variant: &Variant,
        digest: u64,
        material: Material,
    ) -> Result<(Self, Arc<Index>, Option<Transform>), TableError> {
        let (file, head, start) = open(path)?;
        if head.digest != digest {
            let reason = format!(
                "made by other rules than {} has now; build it again",
                variant.name
            );
            return Err(failed(path, reason));
        }
        let damaged = || failed(path, "the head is damaged");
        let symmetries: Option<Vec<Transform>> =
            head.symmetries.iter().map(|it| transform(it)).collect();
        let symmetries = symmetries.filter(|it| (1..=64).contains(&it.len()));
        let index = Index::new(variant, material, symmetries.ok_or_else(damaged)?);
        let exchange = match &head.exchange {
            Some(places) => Some(transform(places).ok_or_else(damaged)?),
            None => None,
        };
        if head.numbers != index.positions() {
            return Err(failed(path, "made with another numbering; build it again"));
        }
        let mut at = start;
        let each = head.lengths.iter().map(|length| {
            at += u64::from(*length);
            at - u64::from(*length)
        });
        let values = Self {
            starts: each.collect(),
            blocks: head.lengths.iter().map(|_| OnceLock::new()).collect(),
            path: path.to_owned(),
            file: Mutex::new(file),
            head,
        };
        Ok((values, Arc::new(index), exchange))
    }

    const fn wide(&self) -> bool {
        self.head.codes.len() > 256
    }

    /// Reads and decompresses a block.
    fn read(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let mut packed = vec![0; self.head.lengths[block] as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.starts[block]))
                .and_then(|_| file.read_exact(&mut packed))
                .map_err(|error| failed(&self.path, error))?;
        }
        let values = (self.head.numbers - block as u64 * BLOCK).min(BLOCK) as usize;
        let bytes = if self.wide() { 2 * values } else { values };
        decompress_to_vec_zlib_with_limit(&packed, bytes)
            .ok()
            .filter(|unpacked| unpacked.len() == bytes)
            .ok_or_else(|| failed(&self.path, format!("block {block} is damaged")))
    }

    /// Checks all blocks for damage by reading them.
    ///
    /// # Errors
    /// [`TableError::File`], which names the first damaged block.
    pub fn check(&self) -> Result<(), TableError> {
        (0..self.blocks.len()).try_for_each(|block| self.read(block).map(drop))
    }

    /// The code of the value stored for a position number; 0 if the block is damaged, which is logged once per block.
    pub fn code(&self, number: u64) -> u16 {
        let block = (number / BLOCK) as usize;
        let at = (number % BLOCK) as usize;
        let Some(slot) = self.blocks.get(block) else {
            return 0;
        };
        let values = slot.get_or_init(|| {
            self.read(block).unwrap_or_else(|error| {
                log::error!("{error}");
                Vec::new()
            })
        });
        let byte = |at: usize| values.get(at).map(|byte| usize::from(*byte));
        let place = if self.wide() {
            let high = byte(values.len() / 2 + at);
            byte(at).zip(high).map(|(low, high)| low | high << 8)
        } else {
            byte(at)
        };
        place
            .and_then(|place| self.head.codes.get(place))
            .copied()
            .unwrap_or(0)
    }
}
