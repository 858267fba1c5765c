import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The programs of the local Solana chain: C file, the artefact's file under `out/`, and its constant. */
export const programs = [
  { source: 'constant-product.c', artefact: 'constant-product', constant: 'constantProductArtefact' },
  { source: 'transfer-hook.c', artefact: 'transfer-hook', constant: 'transferHookArtefact' },
] as const

/** SHA-256 of a program's source and header. The artefact stores it, so that a test detects a missing compilation. */
export function programSourceHash(source: string): string {
  const hash = createHash('sha256')
  for (const file of ['runtime.h', source]) hash.update(readFileSync(new URL(file, import.meta.url)))
  return hash.digest('hex')
}
