/**
 * The only module that imports zod. It also teaches wire schemas (`wire-schema.ts`) to nest in zod schemas; the first view
 * and the SDK parse wire schemas only, and load no zod.
 */
import * as z from 'zod/mini'
import { nestWiresBy } from './wire-schema.ts'

nestWiresBy(
  ({ fits, path }) =>
    z.custom().check((payload) => {
      const { value, issues } = payload
      if (!fits(value)) issues.push({ code: 'custom', input: value, path: path(value) })
    })._zod,
)

// biome-ignore lint/performance/noBarrelFile: only this file may import zod; all others import this one.
export * from 'zod/mini'
