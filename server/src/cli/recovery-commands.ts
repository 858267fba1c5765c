import { resolve } from 'node:path'
import { type CliPorts, type Command, configOption, type ParsedArguments, UsageError } from './command.ts'
import { writeNewFile } from './new-file.ts'
import {
  answerFileSchema,
  keyFileSchema,
  readRecoveryFile,
  recoveryFileText,
  requestFileSchema,
} from './recovery-files.ts'
import { withStores } from './store-access.ts'
import { table } from './table.ts'

/** Loaded when used: no other command encrypts. */
const offline = () => import('./open-recoveries.ts')

const pathOf = (args: ParsedArguments, ports: CliPorts, at: number): string =>
  resolve(ports.workingDirectory, args.positionals[at] ?? '')

const requestCount = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

const createKeyCommand: Command = {
  path: ['recoveries', 'create-key'],
  summary: 'Make the offline key for recoveries, on a machine without a network.',
  positionals: ['KEYFILE'],
  options: {},
  run: async (args, ports) => {
    const path = pathOf(args, ports, 0)
    const { file, publicKey, id } = await (await offline()).createOfflineKey()
    await writeNewFile(path, (write) => write(recoveryFileText(file)))
    if (args.has('json')) ports.print(JSON.stringify({ file: path, publicKey, id }))
    else {
      ports.print(
        `Wrote the private key to ${path}. Keep it offline: with it and the server, wallets can be taken.`,
      )
      ports.print(`embeddedWallet.recoveryPublicKey: ${publicKey}`)
      ports.print(`Id of the key: ${id}`)
    }
    return 0
  },
}

const exportCommand: Command = {
  path: ['recoveries', 'export'],
  summary: 'Write the requests for a recovery that have waited for 72 hours.',
  positionals: ['FILE'],
  options: configOption,
  run: (args, ports) =>
    withStores(args, ports, async ({ recoveryCommands }) => {
      const path = pathOf(args, ports, 0)
      const requests = [...(await recoveryCommands.exportDue())]
      if (requests.length > 0) {
        const exportedAt = new Date(ports.clock()).toISOString()
        const file = { format: 'drawbridge-recovery-requests', version: 1, exportedAt, requests } as const
        await writeNewFile(path, (write) => write(recoveryFileText(file)))
      }
      if (args.has('json')) ports.print(JSON.stringify({ count: requests.length }))
      else
        ports.print(
          requests.length === 0
            ? 'No request can be answered now; no file was written.'
            : `Wrote ${requestCount(requests.length)} to ${path}. It opens nothing without the offline key.`,
        )
      return 0
    }),
}

const openCommand: Command = {
  path: ['recoveries', 'open'],
  summary: 'Answer exported requests with the offline key, on the machine that has it.',
  positionals: ['FILE', 'OUT'],
  options: {
    key: { value: 'KEYFILE', isRepeatable: true, description: 'File of recoveries create-key.' },
    only: { value: 'ID', isRepeatable: true, description: 'Id of a request to answer; default: all.' },
  },
  run: async (args, ports) => {
    const keyPaths = args.texts('key').map((path) => resolve(ports.workingDirectory, path))
    if (keyPaths.length === 0) throw new UsageError('The option --key is needed.')
    const { importOfflineKey, openRecoveries } = await offline()
    const keys = await Promise.all(
      keyPaths.map(async (path) =>
        importOfflineKey(await readRecoveryFile(path, keyFileSchema, 'a recovery key'), path),
      ),
    )
    const file = await readRecoveryFile(
      pathOf(args, ports, 0),
      requestFileSchema,
      'a file of recoveries export',
    )
    const only = args.texts('only')
    const unknown = only.find((id) => !file.requests.some((request) => request.id === id))
    if (unknown !== undefined) throw new UsageError(`The file has no request ${unknown}.`)
    const requests = file.requests.filter(({ id }) => only.length === 0 || only.includes(id))
    const { file: answers, codes } = await openRecoveries({ ...file, requests }, keys)
    const path = pathOf(args, ports, 1)
    await writeNewFile(path, (write) => write(recoveryFileText(answers)))
    if (args.has('json')) {
      ports.print(JSON.stringify({ requests: requests.map(({ id }, at) => ({ id, code: codes[at] })) }))
      return 0
    }
    ports.print(
      table(
        ['REQUEST', 'USER', 'DEVICE', 'CODE'],
        requests.map(({ id, userId, deviceName }, at) => [id, userId, deviceName, codes[at] ?? '']),
      ),
    )
    ports.print(
      `Answered ${requestCount(requests.length)} in ${path}. Each code must be the one on the user’s device.`,
    )
    return 0
  },
}

const importCommand: Command = {
  path: ['recoveries', 'import'],
  summary: 'Store the answers that recoveries open has written.',
  positionals: ['FILE'],
  options: configOption,
  run: async (args, ports) => {
    const path = pathOf(args, ports, 0)
    const { answers } = await readRecoveryFile(path, answerFileSchema, 'a file of recoveries open')
    return withStores(args, ports, async ({ recoveryCommands }) => {
      const refused = await recoveryCommands.answer(answers)
      const count = answers.length - refused.length
      if (args.has('json')) ports.print(JSON.stringify({ count, refused }))
      else {
        ports.print(`Answered ${requestCount(count)}.`)
        for (const id of refused)
          ports.printError(`Refused ${id}: it is cancelled, completed, expired, unknown or not due.`)
      }
      return refused.length === 0 ? 0 : 1
    })
  },
}

/** Commands with which the operator helps users to recover their wallets. */
export const recoveryCommands: readonly Command[] = [
  ...[createKeyCommand, exportCommand, openCommand, importCommand],
]
