import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { root } from './project-files.ts'

const packageSchema = z.object({
  scripts: z.record(z.string(), z.string()),
  /** Brotli bytes at most, for each thing that `npm run size` weighs. */
  budgets: z.object({
    sdk: z.int(),
    firstView: z.int(),
    /** By namespace. */
    chains: z.record(z.string(), z.int()),
    view: z.int(),
    /** The confirm window's document, code and styles, without a chain. */
    confirmWindow: z.int(),
    /** What reads QR codes where the browser cannot. */
    codeReader: z.int(),
  }),
})

const read = () => z.parse(packageSchema, JSON.parse(readFileSync(`${root}/package.json`, 'utf8')))

export const projectScripts = () => read().scripts
export const budgets = () => read().budgets
export type Budgets = ReturnType<typeof budgets>
