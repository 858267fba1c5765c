/** `lenientListOf` with a record of its rows, as in `described-wires.ts`: its check is a function. */
import * as real from '../../shared/api/lenient-list.ts'
import { recordList } from './json-schema.ts'

export const lenientListOf: typeof real.lenientListOf = (row, max) =>
  recordList(real.lenientListOf(row, max), row, max)
