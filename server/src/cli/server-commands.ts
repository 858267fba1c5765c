import { type Command, configOption } from './command.ts'
import { configOf, databaseOf } from './config-of.ts'

export const serverCommands: readonly Command[] = [
  {
    path: ['serve'],
    summary: 'Start the server. It needs no configuration.',
    positionals: [],
    options: {
      ...configOption,
      port: { value: 'PORT', description: 'TCP port; default: 8787.' },
      host: { value: 'ADDRESS', description: 'Address to listen on; default: 127.0.0.1.' },
      'log-level': { value: 'LEVEL', description: 'Least severe messages to log; default: info.' },
    },
    run: async (args, ports) => {
      await ports.startServer(await configOf(args, ports))
      return 0
    },
  },
  {
    path: ['migrate'],
    summary: 'Apply pending migrations to the database.',
    positionals: [],
    options: configOption,
    run: async (args, ports) => {
      const applied = await ports.migrate(await databaseOf(args, ports))
      if (args.has('json')) ports.print(JSON.stringify({ applied }))
      else
        ports.print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
      return 0
    },
  },
]
