import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Our programs: C file, the artefact's file under `out/`, and its constant. */
export const programs = [
  { source: 'constant-product.c', artefact: 'constant-product', constant: 'constantProductArtefact' },
  { source: 'transfer-hook.c', artefact: 'transfer-hook', constant: 'transferHookArtefact' },
] as const

/** SHA-256 of a program's source, kept in its artefact so that a forgotten compilation is noticed. */
export function programSourceHash(source: string): string {
  return createHash('sha256')
    .update(readFileSync(new URL(source, import.meta.url)))
    .digest('hex')
}
