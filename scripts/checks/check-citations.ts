/** Fails if a comment, a test title or a page cites something that is not in the repository (citations.ts). */

import { projectFiles, report } from '../project-files.ts'
import { citationProblems, citingText, linkProblems } from './citations.ts'

const files = projectFiles(/./)
const pages = new Map(
  files.filter(({ path }) => path.endsWith('.md')).map((file) => [file.path, file.text()]),
)
const citable = { paths: new Set(files.map(({ path }) => path)), pages }
const sources = files.filter(
  ({ path }) =>
    /^(shared|host-sdk|widget-app|vault|server|contracts|e2e|bench|scripts)\/.*\.tsx?$/.test(path) &&
    !/^scripts\/.*citations.*\.(test\.)?ts$/.test(path),
)
report(
  [
    ...sources.flatMap((file) => citationProblems(file.path, citingText(file.text(), file.path), citable)),
    ...[...pages].flatMap(([path, text]) => linkProblems(path, text, citable)),
    ...[...pages].flatMap(([path, text]) => citationProblems(path, [text], citable)),
  ],
  `Citations: those of ${sources.length} files and ${pages.size} pages resolve`,
)
