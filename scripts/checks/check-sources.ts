/** Fails if a source file contains something forbidden (source-rules.ts), or a message key is unused. */

import { projectFiles, report } from '../project-files.ts'
import { keysIn, unusedKeys } from './message-keys.ts'
import { sourceProblems } from './source-rules.ts'

const files = projectFiles(
  /^(shared|host-sdk|widget-app|vault|server|contracts|e2e|bench|scripts|examples)\/.*\.tsx?$/,
)
/** A language has every key, and a test may use one that is deleted. */
const excludedFiles = /^widget-app\/src\/i18n\/|\.test\.tsx?$/
const usingFiles = files.filter(({ path }) => path.startsWith('widget-app/src/') && !excludedFiles.test(path))
const english = files.filter(({ path }) =>
  /^widget-app\/src\/i18n\/(common|first|review|later)-texts\.ts$/.test(path),
)
const unread = unusedKeys(
  english.flatMap((file) => keysIn(file.text())),
  usingFiles.map((file) => file.text()),
)
report(
  [
    ...files.flatMap((file) => sourceProblems(file.path, file.text())),
    ...unread.map((key) => `widget-app/src/i18n: nothing says ${key}`),
  ],
  `Sources: ${files.length} files are clean`,
)
