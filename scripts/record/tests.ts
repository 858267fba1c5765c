import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as z from '#shared/zod.ts'
import { titlesOf } from '../checks/test-titles.ts'
import { projectFiles, root } from '../project-files.ts'
import type { Json } from './json-value.ts'

const listedShape = z.array(z.object({ file: z.string(), projectName: z.string() }))

/** Vitest's test files, each with its project; files of the long run only are not all included. */
function vitestFiles(): z.output<typeof listedShape> {
  const { DRAWBRIDGE_LONG: _, ...env } = process.env
  const printed = execFileSync('npx', ['--no-install', 'vitest', 'list', '--filesOnly', '--json'], {
    ...{ cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 16 << 20 },
  })
  return z.parse(listedShape, JSON.parse(printed))
}

const titleCount = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + titlesOf(text).length, 0)

/**
 * Number of test titles of each project. A table of tests has one title, with any number of rows; which browser runs a
 * Playwright test depends on the run, so those count together.
 */
export function testCounts(): Json {
  const listed = vitestFiles()
  const projects = [...new Set(listed.map(({ projectName }) => projectName))].toSorted()
  const inProject = (name: string) =>
    listed.filter(({ projectName }) => projectName === name).map(({ file }) => readFileSync(file, 'utf8'))
  return {
    vitest: Object.fromEntries(projects.map((name) => [name, titleCount(inProject(name))])),
    playwright: titleCount(projectFiles(/^e2e\/tests\/.*\.spec\.ts$/).map((file) => file.text())),
  }
}

const countsShape = z.object({ vitest: z.record(z.string(), z.int()), playwright: z.int() })

/** Projects with fewer test titles than the record, one sentence each: tests may be added. */
export function testDifferences(recordedJson: Json, currentJson: Json): readonly string[] {
  const recorded = z.parse(countsShape, recordedJson)
  const currentCounts = z.parse(countsShape, currentJson)
  const counts = [...Object.entries(recorded.vitest), ['Playwright', recorded.playwright] as const]
  return counts.flatMap(([project, count]) => {
    const currentCount =
      project === 'Playwright' ? currentCounts.playwright : (currentCounts.vitest[project] ?? 0)
    return currentCount < count
      ? [`${project} has ${currentCount} test titles; the record has ${count}.`]
      : []
  })
}
