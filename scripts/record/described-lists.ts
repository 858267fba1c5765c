/** `fittingListOf` with a note of what its rows are, as in `described-wires.ts`: its own check is a function. */
import * as real from '../../shared/api/lenient-list.ts'
import { noteList } from './json-schema.ts'

export const fittingListOf: typeof real.fittingListOf = (row, max) =>
  noteList(real.fittingListOf(row, max), row, max)
