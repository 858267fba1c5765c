/** Fails if a shipped package is not permissively licensed, or any package is of a restricted version. */
import { readFileSync } from 'node:fs'
import * as z from '#shared/zod.ts'
import { report, root } from '../project-files.ts'
import { licenceProblems, lockSchema } from './licence-rules.ts'

const locks = ['package-lock.json', 'examples/package-lock.json'].map((path) =>
  z.parse(lockSchema, JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))),
)
report(
  locks.flatMap(licenceProblems),
  'Licences: all that is shipped, and what the examples use, is permissive',
)
