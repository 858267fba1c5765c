import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ChainPlan } from './local-chains.ts'
import { type OwnProcess, ownProcess } from './own-process.ts'

/** A chain node that runs now; stopping it removes its files. */
export type AnvilNode = OwnProcess & { readonly rpcUrl: string }

// The guard waits for the end of its standard input, which comes when this process ends it or dies in whatever way,
// even by SIGKILL: then it ends the node and removes its directory. So no node outlives the world.
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
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  return join(packages, `anvil-${process.platform}-${machine}`, 'bin', 'anvil')
}

/** Starts Anvil on loopback without any account of its own, so that nothing is ever signed by the node. */
export function startAnvil(plan: ChainPlan, port: number): AnvilNode {
  const directory = mkdtempSync(join(tmpdir(), `drawbridge-chain-${plan.chainId}-`))
  const options = {
    '--host': '127.0.0.1',
    '--port': port,
    '--chain-id': plan.chainId,
    '--accounts': 0,
    '--network': plan.network,
    '--timestamp': Math.floor(Date.now() / 1_000),
    // Without these two each block leaves its state in the home directory.
    '--cache-path': directory,
    '--max-persisted-states': 10,
  }
  const flags = Object.entries(options).flatMap(([flag, value]) => [flag, String(value)])
  const { exited, stop } = ownProcess('sh', [
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
