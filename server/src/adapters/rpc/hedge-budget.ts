/** Maximum hedged reads that a chain can accumulate, and its initial amount. */
const maxHedges = 20
/** Each read adds this share of a hedge, so that hedges add at most a tenth to the load of nodes. */
const earnedPerRead = 0.1

/** Limits hedged calls: when all nodes are slow, sending calls twice makes them slower. */
export function createHedgeBudget() {
  let hedges = maxHedges
  return {
    earn: () => {
      hedges = Math.min(maxHedges, hedges + earnedPerRead)
    },
    /** Uses one hedge; false when none is left. */
    take: (): boolean => {
      if (hedges < 1) return false
      hedges -= 1
      return true
    },
  }
}

export type HedgeBudget = ReturnType<typeof createHedgeBudget>
