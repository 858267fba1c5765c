/** Fails when a source file says something that it must not; see source-rules.ts. */
import { projectFiles, report } from './project-files.ts'
import { sourceComplaints } from './source-rules.ts'

const files = projectFiles(/^(shared|host-sdk|widget-app|e2e|bench|scripts)\/.*\.tsx?$/)
report(
  files.flatMap((file) => sourceComplaints(file.path, file.text())),
  `Sources: ${files.length} files are clean`,
)
