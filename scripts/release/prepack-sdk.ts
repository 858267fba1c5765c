/**
 * `prepack` of host-sdk, which npm runs before `npm pack` and `npm publish`: builds for the widget at DRAWBRIDGE_WIDGET_URL.
 * Exits with 1, so that npm packs nothing, if that is not a public https origin or if a built file contains another URL.
 */
import { execFileSync } from 'node:child_process'
import { builtUrlProblems, widgetUrlProblem } from '../build/widget-url.ts'
import { root } from '../project-files.ts'
import { builtSdkFiles } from '../size/built-sdk.ts'

function stop(problems: readonly string[]): never {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}

const widgetUrl = process.env.DRAWBRIDGE_WIDGET_URL
const problem = widgetUrlProblem(widgetUrl)
if (problem !== undefined || widgetUrl === undefined) stop([problem ?? ''])
// npm parses the list of packed files from stdout.
execFileSync('npm', ['run', '--silent', 'build'], {
  cwd: `${root}/host-sdk`,
  stdio: ['ignore', 'ignore', 'inherit'],
})
const problems = builtUrlProblems(builtSdkFiles(), widgetUrl)
if (problems.length > 0) stop(problems)
