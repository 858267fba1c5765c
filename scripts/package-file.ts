import { readFileSync } from 'node:fs'
import * as z from '#shared/zod.ts'
import { root } from './project-files.ts'

const packageSchema = z.object({
  scripts: z.record(z.string(), z.string()),
  /** Maximum brotli bytes of each size that `npm run size` measures. */
  budgets: z.object({
    sdk: z.int(),
    firstView: z.int(),
    /** By namespace. */
    chains: z.record(z.string(), z.int()),
    view: z.int(),
    /** The confirm window's document, code and styles, without a chain. */
    confirmWindow: z.int(),
    vault: z.int(),
    /** The decoder of QR codes for browsers without one. */
    codeReader: z.int(),
  }),
})

const read = () => z.parse(packageSchema, JSON.parse(readFileSync(`${root}/package.json`, 'utf8')))

export const projectScripts = () => read().scripts
export const budgets = () => read().budgets
export type Budgets = ReturnType<typeof budgets>
