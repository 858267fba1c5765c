import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ChainPlan } from './local-chains.ts'
import { type SpawnedProcess, spawnProcess } from './own-process.ts'

/** A running Anvil node. `stop` also removes its files. */
export type AnvilNode = SpawnedProcess & { readonly rpcUrl: string }

// The guard waits until its standard input closes: when this process closes it or exits in any way, even by SIGKILL.
// It then terminates the node and removes its directory, so no node outlives the local world.
const guard = `
exec 3<&0
dir=$1; shift
"$@" 3<&- &
child=$!
(read -r _ <&3; kill -TERM $child 2>/dev/null) &
watcher=$!
wait $child; code=$?
kill $watcher 2>/dev/null
rm -rf "$dir"
exit $code
`

function anvilBinary(): string {
  const packages = dirname(dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')))
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  return join(packages, `anvil-${process.platform}-${architecture}`, 'bin', 'anvil')
}

/** Starts Anvil on loopback without accounts, so that the node never signs anything. */
export function startAnvil(plan: ChainPlan, port: number): AnvilNode {
  const directory = mkdtempSync(join(tmpdir(), `drawbridge-chain-${plan.chainId}-`))
  const options = {
    '--host': '127.0.0.1',
    '--port': port,
    '--chain-id': plan.chainId,
    '--accounts': 0,
    '--network': plan.network,
    '--timestamp': Math.floor(Date.now() / 1_000),
    // Without these two options Anvil writes the state of each block to the home directory.
    '--cache-path': directory,
    '--max-persisted-states': 10,
  }
  const flags = Object.entries(options).flatMap(([flag, value]) => [flag, String(value)])
  const { exited, stop } = spawnProcess('sh', [
    '-c',
    guard,
    'guard',
    directory,
    anvilBinary(),
    '--quiet',
    ...flags,
  ])
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    exited,
    stop: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
