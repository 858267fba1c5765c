import type { BuiltFile } from '../size/bundle-rules.ts'

/** Modules of manual testing, fixtures and tests, by path from the root. */
const developmentModule =
  /\/(app|src)\/development\/|\/testing\/|[/-]fixtures\.tsx?$|\/(fixture|later)-states\.tsx?$|\/test-[\w-]+\.tsx?$|-world\.tsx?$|\/(fake-clock|memory-transport|window-transport|contract-suite)\.ts$|\.test\.tsx?$|^(e2e|bench|scripts)\//

/** Texts and names that only the development page has; minifying retains them. */
const developmentTexts = [
  'Nothing here is real',
  'All views and states',
  'Manual testing',
  '#/samples',
  'dev-assets',
  'dev.html',
]

/**
 * Parts of the development page in a release, as sentences (R14): on the origin that users trust, a page could open it by
 * its hash and display false balances.
 * @param modules Source files of each built file, as paths from the root.
 */
export function releaseProblems(
  files: readonly BuiltFile[],
  modules: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return [
    ...(Object.keys(modules).length === 0 ? ['The release has no list of modules'] : []),
    ...Object.entries(modules).flatMap(([file, ids]) =>
      ids.filter((id) => developmentModule.test(id)).map((id) => `The release contains ${id} in ${file}`),
    ),
    ...files.flatMap(({ path, text }) =>
      developmentTexts
        .filter((found) => text.includes(found))
        .map((found) => `The release says "${found}" in ${path}`),
    ),
    ...files
      .filter(({ path }) => /\bdev\b[^/]*\.html$|dev-assets/.test(path))
      .map(({ path }) => `The release contains ${path}`),
  ]
}
