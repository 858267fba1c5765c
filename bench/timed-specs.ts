import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from '#shared/zod.ts'
import { type Entry, entry, percentile } from './bench-entry.ts'

const measurementSchema = z.object({
  name: z.string(),
  valuesMs: z.array(z.number()).check(z.minLength(1)),
  boundMs: z.number(),
})

const specSchema = z.object({
  tests: z.array(
    z.object({
      results: z.array(
        z.object({
          annotations: z.optional(
            z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
          ),
        }),
      ),
    }),
  ),
})

const suiteSchema = z.object({
  specs: z.array(specSchema),
  get suites() {
    return z.optional(z.array(suiteSchema))
  },
})

const reportSchema = z.object({ suites: z.array(suiteSchema) })

type Suite = z.infer<typeof suiteSchema>

const specsOf = ({ specs, suites }: Suite): Suite['specs'] => [...specs, ...(suites ?? []).flatMap(specsOf)]

/**
 * Entries of the times that browser tests recorded (`e2e/tests/record-duration.ts`) in Playwright's JSON report.
 * @throws ZodError for another report or note.
 */
export function timedEntries(report: unknown): Entry[] {
  const { suites } = z.parse(reportSchema, report)
  return suites
    .flatMap(specsOf)
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results.at(-1)?.annotations ?? []))
    .filter(({ type }) => type === 'measured')
    .map(({ description }) => {
      const { name, valuesMs, boundMs } = z.parse(measurementSchema, JSON.parse(description ?? ''))
      return entry(name, percentile(valuesMs, 75), 'ms', boundMs)
    })
}

/** Reads the report of an earlier run, or runs the specs in a separate test world. */
export function measureTimedSpecs(report: string | undefined): Entry[] {
  if (report !== undefined) return timedEntries(JSON.parse(readFileSync(report, 'utf8')))
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-bench-'))
  const file = join(folder, 'timed.json')
  try {
    spawnSync('npm', ['run', '--silent', 'test:e2e:timed', '--', '--reporter=json'], {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return timedEntries(JSON.parse(readFileSync(file, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
