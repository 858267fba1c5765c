import { dirname } from 'node:path'
import * as z from '#shared/zod.ts'
import type { Mutant } from './stryker-report.ts'

/** Share of the mutants of a folder that the tests have to kill. */
export const minimumScore = 0.85

/** Survivors of one file that need no test, for one reason. */
export const justificationsSchema = z.array(
  z.strictObject({
    file: z.string(),
    /** Why no test kills them: mostly that they do not change what the code does. */
    why: z.string(),
    mutants: z.array(z.strictObject({ code: z.string(), from: z.string(), to: z.string() })),
  }),
)
export type Justifications = z.infer<typeof justificationsSchema>

export type FolderScore = { readonly folder: string; readonly killed: number; readonly total: number }

const keyOf = (file: string, { code, from, to }: Pick<Mutant, 'code' | 'from' | 'to'>) =>
  JSON.stringify([file, code, from, to])

/** Killed mutants by folder. */
export function scoresOf(mutants: readonly Mutant[]): readonly FolderScore[] {
  const folders = [...new Set(mutants.map(({ file }) => dirname(file)))].toSorted()
  return folders.map((folder) => {
    const those = mutants.filter(({ file }) => dirname(file) === folder)
    return { folder, killed: those.filter(({ isKilled }) => isKilled).length, total: those.length }
  })
}

/** Survivors that the file of justifications does not list, one line each. */
export function unjustifiedSurvivors(
  mutants: readonly Mutant[],
  justifications: Justifications,
): readonly string[] {
  const known = new Set(
    justifications.flatMap(({ file, mutants: those }) => those.map((one) => keyOf(file, one))),
  )
  return mutants
    .filter((mutant) => !mutant.isKilled && !known.has(keyOf(mutant.file, mutant)))
    .map(({ file, line, from, to }) => `${file}:${line} survived: ${from} → ${to === '' ? '(nothing)' : to}`)
}

/** Justified mutants of these files that are not among the survivors any more, one line each. */
export function staleJustifications(
  mutants: readonly Mutant[],
  justifications: Justifications,
): readonly string[] {
  const files = new Set(mutants.map(({ file }) => file))
  const survivors = new Set(
    mutants.filter(({ isKilled }) => !isKilled).map((mutant) => keyOf(mutant.file, mutant)),
  )
  return justifications
    .filter(({ file }) => files.has(file))
    .flatMap(({ file, mutants: those }) =>
      those
        .filter((one) => !survivors.has(keyOf(file, one)))
        .map(({ from, to }) => `${file}: no survivor any more: ${from} → ${to}`),
    )
}

/** Justifications without a reason, one line each. */
export const missingReasons = (justifications: Justifications): readonly string[] =>
  justifications
    .filter(({ why }) => why === '')
    .map(({ file, mutants }) => `${file}: no reason for ${mutants.length} survivors`)

/** The justifications with all other survivors, which have no reason yet. */
export function addSurvivors(mutants: readonly Mutant[], justifications: Justifications): Justifications {
  const known = new Set(
    justifications.flatMap(({ file, mutants: those }) => those.map((one) => keyOf(file, one))),
  )
  const added = mutants.filter((mutant) => {
    const key = keyOf(mutant.file, mutant)
    const isNew = !mutant.isKilled && !known.has(key)
    known.add(key)
    return isNew
  })
  const files = [...new Set(added.map(({ file }) => file))]
  return [
    ...justifications,
    ...files.map((file) => ({
      file,
      why: '',
      mutants: added
        .filter((mutant) => mutant.file === file)
        .map(({ code, from, to }) => ({ code, from, to })),
    })),
  ]
}
