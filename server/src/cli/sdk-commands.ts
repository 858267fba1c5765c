import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { protocolVersion } from '../../../shared/channel/wire.ts'
import { bundledFiles } from '../bundled-files.ts'
import { exportSdk } from '../sdk-files/export-sdk.ts'
import type { Command } from './command.ts'

export const sdkCommands: readonly Command[] = [
  {
    path: ['sdk', 'export'],
    summary:
      'Copy the SDK files of this version into a folder that keeps those of each version, for sdk.directory.',
    positionals: ['DIR'],
    options: {},
    run: async (args, ports) => {
      const directory = resolve(ports.workingDirectory, args.positionals[0] ?? '')
      const { version, folders, keptVersion } = await exportSdk(
        ...([fileURLToPath(bundledFiles.sdk), directory, protocolVersion] as const),
      )
      if (args.has('json')) ports.print(JSON.stringify({ version, folders, keptVersion }))
      else {
        ports.print(`The SDK files of ${version} are in ${folders.join(' and ')}.`)
        if (keptVersion !== undefined)
          ports.print(`v${protocolVersion} stays at ${keptVersion}, which is newer.`)
      }
      return 0
    },
  },
]
