/** `npm run docs:configuration`: writes docs/configuration.md from the schema of the server's configuration. */
import { writeFileSync } from 'node:fs'
import { configurationPage } from './configuration-page.ts'
import { root } from './project-files.ts'

writeFileSync(`${root}/docs/configuration.md`, configurationPage())
