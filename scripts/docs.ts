/**
 * `npm run docs`: writes the generated parts of the documents: docs/configuration.md, and the reference in docs/sdk.md. With
 * `-- --check` it writes nothing, and fails if the reference is out of date, if something in it has no comment, if a
 * TypeScript block of a page does not compile against the SDK's types, or if a quoted message is not in the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { withGeneratedBlock } from './docs/block.ts'
import { configurationPage } from './docs/configuration-page.ts'
import { docsProgram } from './docs/program.ts'
import { quoteProblems } from './docs/quotes.ts'
import { sdkReference } from './docs/sdk-reference.ts'
import { snippetFiles, snippetProblems, snippetsOf } from './docs/snippets.ts'
import { projectFiles, report, root } from './project-files.ts'

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const path = `${root}docs/sdk.md`
const page = readFileSync(path, 'utf8')

if (flags.check) {
  const pages = projectFiles(/^(docs\/.*|[A-Z]+|host-sdk\/README)\.md$/)
  const snippets = pages.flatMap((file) => snippetsOf(file.path, file.text()))
  const sources = projectFiles(/^(shared|host-sdk\/src|widget-app\/src)\/(?!.*\.test\.).*\.ts$/)
    .filter(({ path: name }) => !name.includes('/generated/'))
    .map((file) => file.text())
  const program = docsProgram(snippetFiles(snippets))
  const reference = sdkReference(program)
  const isCurrent = withGeneratedBlock(page, reference.text) === page
  report(
    [
      ...reference.problems,
      ...(isCurrent ? [] : ['The reference in docs/sdk.md is out of date: npm run docs']),
      ...snippetProblems(program, snippets),
      ...pages.flatMap((file) => quoteProblems(file.path, file.text(), sources)),
    ],
    `Documents: the reference is current, ${snippets.length} blocks of ${pages.length} pages compile`,
  )
} else {
  const reference = sdkReference(docsProgram())
  writeFileSync(path, withGeneratedBlock(page, reference.text))
  writeFileSync(`${root}docs/configuration.md`, configurationPage())
  report(reference.problems, 'docs/configuration.md and the reference in docs/sdk.md are current')
}
