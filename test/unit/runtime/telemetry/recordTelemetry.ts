import { type Attributes, context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** A point of a histogram, as far as tests look at it. */
export interface Point {
  attributes: Attributes;
  count: number;
  boundaries: readonly number[];
}

/** Registers an SDK of OpenTelemetry that keeps what it is told, until it is taken away. */
export function recordTelemetry() {
  const exporter = new InMemorySpanExporter();
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 2 ** 30 });
  const meters = new MeterProvider({ readers: [reader] });
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(
    new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
  );

  const spans = (): ReadableSpan[] => exporter.getFinishedSpans();
  async function points(name: string): Promise<Point[]> {
    await meters.forceFlush();
    const found = measured
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((scope) => scope.metrics)
      .find(({ descriptor }) => descriptor.name === name);
    return (found?.dataPoints ?? []).map(({ attributes, value }) => {
      const { count, buckets } = value as Histogram;
      return { attributes, count, boundaries: buckets.boundaries };
    });
  }

  return {
    spans,
    points,
    clear: () => exporter.reset(),
    /** All that was told, as one text. */
    all: async () => {
      await meters.forceFlush();
      const told = spans().map(({ name, attributes, events, links, status }) => ({
        name,
        attributes,
        events,
        links,
        status,
      }));
      return JSON.stringify([told, measured.getMetrics()]);
    },
    stop: async () => {
      for (const api of [trace, metrics, context, propagation]) api.disable();
      await Promise.all([tracers.shutdown(), meters.shutdown()]);
    },
  };
}
