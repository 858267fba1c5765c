import { titlesOf } from './test-titles.ts'

/** One line of a requirement and what proves it. */
export type CoveredLine = { readonly at: number; readonly text: string; readonly proofs: readonly string[] }

/** What may prove a line: test files by path, and the scripts of package.json. */
export type Evidence = { readonly tests: readonly string[]; readonly scripts: readonly string[] }

/**
 * Reads docs/coverage.md: each bullet is a line of the issue, each bullet under it holds one proof in backticks: the
 * title of a test as it is written in its file, or `npm run <script>`.
 */
export function readCoverage(markdown: string): readonly CoveredLine[] {
  const lines: { at: number; text: string; proofs: string[] }[] = []
  for (const [index, line] of markdown.split('\n').entries()) {
    const requirement = /^- (.+)$/.exec(line)?.[1]
    const proof = /^ +- (`+)(.+?)\1/.exec(line)?.[2]
    if (requirement !== undefined) lines.push({ at: index + 1, text: requirement, proofs: [] })
    else if (proof !== undefined) lines.at(-1)?.proofs.push(proof)
  }
  return lines
}

/** Proofs that do not exist and lines without any, as sentences. */
export function coverageProblems(lines: readonly CoveredLine[], evidence: Evidence): readonly string[] {
  const titles = new Set(evidence.tests.flatMap(titlesOf))
  const exists = (proof: string) => {
    const script = /^npm run ([\w:-]+)/.exec(proof)?.[1] ?? (proof === 'npm test' ? 'test' : undefined)
    return script === undefined ? titles.has(proof) : evidence.scripts.includes(script)
  }
  return lines.flatMap(({ at, text, proofs }) =>
    proofs.length === 0
      ? [`docs/coverage.md:${at} nothing proves: ${text}`]
      : proofs
          .filter((proof) => !exists(proof))
          .map((proof) => `docs/coverage.md:${at} there is no test or script: ${proof}`),
  )
}
