import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { hexToU8a } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto'

/** Spec version of the runtime, which its storage contains too. */
export const acalaVersion = 2220

/** Size in bytes and BLAKE2-256 of the runtime. */
const expected = {
  size: 1_555_245,
  hash: '0xd5a7b7171e3517671ff41d41065edbc56204b94491891e042100684b006e25e2',
}

/** A test snapshot in the package of chopsticks contains the runtime. No other npm package does. */
const snapshotPath = 'plugins/run-block/__snapshots__/index.test.ts.snap'
const codeEntry = /"key": "0x3a636f6465",\s*"value": "(0x[0-9a-f]+)"/

/**
 * Reads Acala's runtime (WebAssembly, compressed) as hexadecimal from the snapshot in the package of chopsticks. The
 * runtime is not in this repository.
 * @throws Error when the snapshot does not have exactly this runtime.
 */
export function readAcalaRuntime(snapshot = readAcalaSnapshot()): `0x${string}` {
  const [, code = ''] = codeEntry.exec(snapshot) ?? []
  const bytes = hexToU8a(code)
  if (bytes.length !== expected.size || blake2AsHex(bytes) !== expected.hash)
    throw new Error(`The package of chopsticks does not hold the runtime of Acala ${acalaVersion}`)
  return `0x${code.slice(2)}`
}

/** Reads the snapshot as text, some megabytes. */
export function readAcalaSnapshot(): string {
  // The package does not export the snapshot, so its path is relative to the entry.
  const entry = createRequire(import.meta.url).resolve('@acala-network/chopsticks')
  return readFileSync(join(entry, '..', snapshotPath), 'utf8')
}
