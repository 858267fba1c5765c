/** Hedged reads that a chain may send without having earned them. */
const maxHedges = 20
/** Each read earns this share of a hedge, so that hedges add at most a tenth to the load of nodes. */
const earnedPerRead = 0.1

/** Bounds the second requests of hedging: when all nodes are slow, asking twice makes them slower. */
export function createHedgeBudget() {
  let hedges = maxHedges
  return {
    earn: () => {
      hedges = Math.min(maxHedges, hedges + earnedPerRead)
    },
    /** Takes one hedge; false when none is left. */
    take: (): boolean => {
      if (hedges < 1) return false
      hedges -= 1
      return true
    },
  }
}

export type HedgeBudget = ReturnType<typeof createHedgeBudget>
