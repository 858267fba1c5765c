#!/usr/bin/env node
import packageFile from '../../package.json' with { type: 'json' }
import { probeSocket } from '../doctor/probe-socket.ts'
import { run } from './run.ts'

const workingDirectory = process.cwd()

// Loaded when used: `version` and `config check` need no database.
const databaseCommands = () => import('./open-stores.ts')
const backups = () => import('./open-backups.ts')

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
  environment: process.env,
  workingDirectory,
  clock: Date.now,
  version: packageFile.version,
  startServer: async (loaded) => (await import('../serve.ts')).startServer(loaded),
  openStores: async (...args) => (await databaseCommands()).createOpenStores(workingDirectory)(...args),
  migrate: async (config) => (await databaseCommands()).createMigrate(workingDirectory)(config),
  output: process.stdout,
  input: process.stdin,
  backup: async (...args) => (await backups()).createBackup(workingDirectory)(...args),
  restore: async (...args) => (await backups()).createRestore(workingDirectory)(...args),
  checkBackup: async (...args) => (await import('./check-backup.ts')).checkBackup(...args),
  fetch: (url, request) => fetch(url, request),
  probeSocket,
})
