/** Maps items with at most `limit` concurrent calls; results are in order. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>()
  const queue = items.entries()
  const worker = async () => {
    for (const [at, item] of queue) results.set(at, await map(item))
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result)
}
