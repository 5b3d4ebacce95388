import {
  type Attributes,
  context,
  type Context,
  type Histogram,
  type MeterProvider,
  metrics,
} from '@opentelemetry/api';
import { memoize } from '../memo.js';
import { scopeName } from './operations.js';

/** The limits of buckets, in seconds, that the conventions for MCP advise. */
const explicitBucketBoundaries = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

const descriptions = {
  operation: 'Duration of the requests that this MCP server has answered',
  session: 'Duration of the sessions of this MCP server',
};

/** Made for each provider: before an SDK is registered, what there is measures nothing. */
const histogramsOf = memoize((provider: MeterProvider): Record<keyof typeof descriptions, Histogram> => {
  const meter = provider.getMeter(scopeName);
  const create = (what: keyof typeof descriptions) =>
    meter.createHistogram(`mcp.server.${what}.duration`, {
      description: descriptions[what],
      unit: 's',
      advice: { explicitBucketBoundaries },
    });
  return { operation: create('operation'), session: create('session') };
});

/**
 * Adds to a histogram how long something took (OpenTelemetry, semantic conventions for MCP,
 * `mcp.server.operation.duration` and `mcp.server.session.duration`).
 *
 * @param began - as `performance.now()` said it
 */
export function measureDuration(
  what: keyof typeof descriptions,
  began: number,
  attributes: Attributes,
  of: Context = context.active(),
): void {
  histogramsOf(metrics.getMeterProvider())[what].record((performance.now() - began) / 1000, attributes, of);
}
