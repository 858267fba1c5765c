import type { AppRecord } from './read-thirdweb.ts'

/** One wallet in one source package, before brands are merged. */
export type WalletRecord = {
  /** The source's key, e.g. `metaMask` in RainbowKit, `phantom` for wallet-adapter-phantom. */
  readonly key: string
  readonly name: string
  /** `data:` URI of the source. */
  readonly icon: string
  /** Colour of the source's tile behind the icon. */
  readonly iconBackground?: string
  readonly rdns?: string
  /** Key in `window.injectedWeb3`. */
  readonly extensionId?: string
  /** All links of the source, in its order of preference. */
  readonly links: readonly string[]
  /** Base to which `wc?uri=…` is appended on a phone and on a desktop. */
  readonly mobileLink?: string
  readonly desktopLink?: string
}

/** The packages that describe wallets. */
export type SourceName = 'rainbowkit' | 'solana' | 'luno' | 'web3icons'

/** All records, by source and key, and the data of wallets' apps. */
export type Records = Readonly<Record<SourceName, ReadonlyMap<string, WalletRecord>>> & {
  readonly apps: ReadonlyMap<string, AppRecord>
}

/** Indexes the records of one source by key. @throws Error if two different records have the same key. */
export function byKey(records: readonly WalletRecord[]): ReadonlyMap<string, WalletRecord> {
  const index = new Map<string, WalletRecord>()
  for (const record of records) {
    const existing = index.get(record.key)
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(record)) {
      throw new Error(`two different records share the key ${record.key}`)
    }
    index.set(record.key, record)
  }
  return index
}

/** A record by its source and its key there. */
export type RecordAddress = readonly [source: SourceName, key: string]

/** The records at these addresses, in order. @throws Error if a package no longer has one of them. */
export function recordsOf(
  addresses: readonly RecordAddress[],
  records: Records,
): readonly [WalletRecord, ...WalletRecord[]] {
  const [first, ...rest] = addresses.map(([source, key]) => {
    const record = records[source].get(key)
    if (record === undefined) throw new Error(`${source} has no record ${key}`)
    return record
  })
  if (first === undefined) throw new Error('a brand names no source')
  return [first, ...rest]
}
