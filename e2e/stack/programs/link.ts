// Upstream linkers do not support BPF. This one creates the shared object that Solana's loader accepts (SBPF v0), from one
// compiled file that has only code and calls of syscalls. https://github.com/anza-xyz/sbpf/blob/main/src/elf.rs

const headerLength = 64
const sectionLength = 64
const symbolLength = 24
const relocationLength = 16
/** R_BPF_64_32: the target of a call. */
const callRelocation = 10

/** ELF section types. */
const sectionTypes = {
  none: 0,
  code: 1,
  symbols: 2,
  strings: 3,
  dynamic: 6,
  relocations: 9,
  dynamicSymbols: 11,
}

type Section = {
  readonly name: string
  readonly type: number
  readonly offset: number
  readonly size: number
  readonly link: number
}

const readString = (bytes: Buffer, at: number): string => bytes.toString('utf8', at, bytes.indexOf(0, at))

function sectionsOf(object: Buffer): readonly Section[] {
  const start = Number(object.readBigUInt64LE(40))
  const count = object.readUInt16LE(60)
  const offsetOf = (at: number) => Number(object.readBigUInt64LE(start + at * sectionLength + 24))
  const names = offsetOf(object.readUInt16LE(62))
  return Array.from({ length: count }, (_, at) => {
    const head = start + at * sectionLength
    return {
      name: readString(object, names + object.readUInt32LE(head)),
      type: object.readUInt32LE(head + 4),
      offset: offsetOf(at),
      size: Number(object.readBigUInt64LE(head + 32)),
      link: object.readUInt32LE(head + 40),
    }
  })
}

type Call = { readonly at: number; readonly syscall: string }
type ProgramCode = { readonly text: Buffer; readonly calls: readonly Call[]; readonly entry: number }

/** Reads the code of a compiled file. @throws Error for data, or for a call of anything but a syscall. */
function readObject(object: Buffer): ProgramCode {
  const sections = sectionsOf(object)
  const bytesOf = ({ offset, size }: Section) => object.subarray(offset, offset + size)
  const findSection = (name: string): Section => {
    const found = sections.find((section) => section.name === name)
    if (found === undefined) throw new Error(`The object lacks ${name}`)
    return found
  }
  const data = sections.find(({ name, size }) => /^\.(ro)?data|^\.bss/.test(name) && size > 0)
  if (data !== undefined) throw new Error(`The program has constants or variables: ${data.name}`)
  const symtab = findSection('.symtab')
  const names = sections[symtab.link]
  const symbols = bytesOf(symtab)
  const symbolAt = (index: number) => {
    const at = index * symbolLength
    return {
      name: readString(object, (names?.offset ?? 0) + symbols.readUInt32LE(at)),
      section: symbols.readUInt16LE(at + 6),
      value: Number(symbols.readBigUInt64LE(at + 8)),
    }
  }
  const relocations = bytesOf(findSection('.rel.text'))
  const calls = Array.from({ length: relocations.length / relocationLength }, (_, index): Call => {
    const at = index * relocationLength
    const { name, section } = symbolAt(relocations.readUInt32LE(at + 12))
    if (relocations.readUInt32LE(at + 8) !== callRelocation || section !== 0)
      throw new Error(`The program refers to ${name}, which is no syscall`)
    return { at: Number(relocations.readBigUInt64LE(at)), syscall: name }
  })
  const allSymbols = Array.from({ length: symbols.length / symbolLength }, (_, index) => symbolAt(index))
  const entry = allSymbols.find(({ name, section }) => name === 'entrypoint' && section !== 0)
  if (entry === undefined) throw new Error('The program has no entrypoint')
  return { text: bytesOf(findSection('.text')), calls, entry: entry.value }
}

/** Creates an ELF string table: zero-terminated strings, and the offset of each. */
function createStringTable(texts: readonly string[]): {
  readonly bytes: Buffer
  readonly at: (text: string) => number
} {
  const offsets = new Map<string, number>()
  let bytes = Buffer.alloc(1)
  for (const text of texts) {
    offsets.set(text, bytes.length)
    bytes = Buffer.concat([bytes, Buffer.from(`${text}\0`)])
  }
  return { bytes, at: (text) => offsets.get(text) ?? 0 }
}

/** Encodes numbers in 64 bits each, little-endian. */
function encodeWords(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [at, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), at * 8)
  return bytes
}

const padToWord = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)])

/**
 * Links a compiled program: its code, and relocations by which the loader resolves its calls of syscalls.
 * @throws Error for an object with anything else.
 */
export function link(object: Buffer): Buffer {
  const { text, calls, entry } = readObject(object)
  const syscalls = [...new Set(calls.map(({ syscall }) => syscall))]
  const names = createStringTable(syscalls)
  const global = 0x10
  const dynamicSymbols = Buffer.concat([
    Buffer.alloc(symbolLength),
    ...syscalls.map((syscall) => {
      const symbol = Buffer.alloc(symbolLength)
      symbol.writeUInt32LE(names.at(syscall))
      symbol.writeUInt8(global, 4)
      return symbol
    }),
  ])
  const relocations = Buffer.concat(
    calls.map(({ at, syscall }) => {
      const info = Buffer.alloc(8)
      info.writeUInt32LE(callRelocation)
      info.writeUInt32LE(syscalls.indexOf(syscall) + 1, 4)
      return Buffer.concat([encodeWords(headerLength + at), info])
    }),
  )
  // Each section has the same offset in memory as in the file.
  const symbolsAt = headerLength + text.length
  const namesAt = symbolsAt + dynamicSymbols.length
  const relocationsAt = namesAt + padToWord(names.bytes).length
  const dynamicAt = relocationsAt + relocations.length
  const tags = { end: 0, names: 5, symbols: 6, relocations: 17, relocationsSize: 18, relocationLength: 19 }
  const dynamic = encodeWords(
    ...[tags.names, namesAt, tags.symbols, symbolsAt, tags.relocations, relocationsAt],
    ...[tags.relocationsSize, relocations.length, tags.relocationLength, relocationLength, tags.end, 0],
  )
  const sectionNames = createStringTable(['.text', '.dynsym', '.dynstr', '.rel.dyn', '.dynamic', '.shstrtab'])
  const sectionNamesAt = dynamicAt + dynamic.length
  const sectionTableAt = sectionNamesAt + padToWord(sectionNames.bytes).length

  const section = (name: string, type: number, at: number, size: number, link = 0, entrySize = 0) => {
    const isLoaded = name !== '.shstrtab' && type !== sectionTypes.none
    const flags = name === '.text' ? 6 : isLoaded ? 2 : 0
    const head = Buffer.alloc(8)
    head.writeUInt32LE(name === '' ? 0 : sectionNames.at(name))
    head.writeUInt32LE(type, 4)
    const links = Buffer.alloc(8)
    links.writeUInt32LE(link)
    return Buffer.concat([
      head,
      encodeWords(flags, isLoaded ? at : 0, at, size),
      links,
      encodeWords(8, entrySize),
    ])
  }
  const sectionTable = Buffer.concat([
    Buffer.alloc(sectionLength),
    section('.text', sectionTypes.code, headerLength, text.length),
    section('.dynsym', sectionTypes.dynamicSymbols, symbolsAt, dynamicSymbols.length, 3, symbolLength),
    section('.dynstr', sectionTypes.strings, namesAt, names.bytes.length),
    section('.rel.dyn', sectionTypes.relocations, relocationsAt, relocations.length, 2, relocationLength),
    section('.dynamic', sectionTypes.dynamic, dynamicAt, dynamic.length, 3, 16),
    section('.shstrtab', sectionTypes.strings, sectionNamesAt, sectionNames.bytes.length),
  ])

  const header = Buffer.alloc(headerLength)
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  const [sharedObject, bpf, version] = [3, 247, 1]
  header.writeUInt16LE(sharedObject, 16)
  header.writeUInt16LE(bpf, 18)
  header.writeUInt32LE(version, 20)
  header.set(encodeWords(headerLength + entry, 0, sectionTableAt), 24)
  const programHeaderLength = 56
  for (const [index, value] of [headerLength, programHeaderLength, 0, sectionLength, 7, 6].entries())
    header.writeUInt16LE(value, 52 + index * 2)
  const parts = [header, text, dynamicSymbols, padToWord(names.bytes), relocations, dynamic]
  return Buffer.concat([...parts, padToWord(sectionNames.bytes), sectionTable])
}
