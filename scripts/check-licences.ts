/** Fails if a shipped package is not permissively licensed, or any package is of a restricted version. */
import { readFileSync } from 'node:fs'
import * as z from '#shared/zod.ts'
import { licenceProblems, lockSchema } from './licence-rules.ts'
import { report, root } from './project-files.ts'

const lock = z.parse(lockSchema, JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')))
report(licenceProblems(lock), 'Licences: all that is shipped is permissive')
