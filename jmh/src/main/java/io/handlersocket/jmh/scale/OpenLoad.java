// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One core of a server, the workers that run on it, and lookups that arrive at random on their connections. Answers how
 * many lookups a second the core serves in time. For one thread.
 */
final class OpenLoad {

    /**
     * What runs on the core.
     *
     * @param workers that share the core
     * @param connections of each worker
     * @param lookupsPerPacket lookups that a client sends together
     */
    record Setting(int workers, int connections, int lookupsPerPacket) {}

    /**
     * What the simulation gives.
     *
     * @param busy share of the time that the core works
     * @param p99Micros the time in which 99 % of the lookups are answered, the network excluded
     */
    record Result(double lookupsPerSecond, double lookupsPerRound, double busy, double p50Micros, double p99Micros) {}

    private static final double WARM_UP_MICROS = 30_000;
    private static final double MEASURED_MICROS = 150_000;
    private static final int STEPS = 9;
    private static final long SEED = 18;

    /** The same question has the same answer, and the tables of the page ask many of them again. */
    private static final Map<Question, Result> CAPACITIES = new ConcurrentHashMap<>();

    private record Question(LookupCosts costs, Setting setting, double limitMicros) {}

    private final Events events = new Events();
    private final Random random = new Random(SEED);
    private final Setting setting;
    private final double microsBetweenPackets;
    private final Worker[] workers;
    private float[] latencies = new float[1024];
    private int count;

    private OpenLoad(LookupCosts costs, Setting setting, double lookupsPerSecond) {
        this.setting = setting;
        this.microsBetweenPackets = 1e6 * setting.lookupsPerPacket / lookupsPerSecond;
        Cores core = new Cores(events, 1, 1);
        workers = new Worker[setting.workers];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(events, core, costs, this::replied);
        }
    }

    /** Serves this load for a while. */
    static Result run(LookupCosts costs, Setting setting, double lookupsPerSecond) {
        OpenLoad load = new OpenLoad(costs, setting, lookupsPerSecond);
        load.arrive();
        load.events.runUntil(WARM_UP_MICROS);
        load.count = 0;
        double busy = load.busyMicros();
        long rounds = load.rounds();
        load.events.runUntil(WARM_UP_MICROS + MEASURED_MICROS);
        float[] sorted = Arrays.copyOf(load.latencies, load.count);
        Arrays.sort(sorted);
        double lookups = (double) load.count * setting.lookupsPerPacket;
        return new Result(
                lookups / MEASURED_MICROS * 1e6,
                lookups / Math.max(1, load.rounds() - rounds),
                (load.busyMicros() - busy) / MEASURED_MICROS,
                quantile(sorted, 0.5),
                quantile(sorted, 0.99));
    }

    /** Returns the largest load of which 99 % is answered within the limit, within 2 %. */
    static Result capacity(LookupCosts costs, Setting setting, double limitMicros) {
        Question question = new Question(costs, setting, limitMicros);
        Result known = CAPACITIES.get(question);
        if (known == null) {
            known = search(costs, setting, limitMicros);
            CAPACITIES.put(question, known);
        }
        return known;
    }

    private static Result search(LookupCosts costs, Setting setting, double limitMicros) {
        double low = 0;
        double high = 1e6 / costs.lookupMicros();
        Result best = new Result(0, 0, 0, 0, 0);
        for (int i = 0; i < STEPS; i++) {
            double load = (low + high) / 2;
            Result result = run(costs, setting, load);
            // A queue that grows has served less than arrived.
            if (result.p99Micros <= limitMicros && result.lookupsPerSecond > 0.9 * load) {
                best = result;
                low = load;
            } else {
                high = load;
            }
        }
        return best;
    }

    private void arrive() {
        events.after(-StrictMath.log(1 - random.nextDouble()) * microsBetweenPackets, () -> {
            workers[random.nextInt(workers.length)].receive(
                    random.nextInt(setting.connections), setting.lookupsPerPacket);
            arrive();
        });
    }

    private void replied(Worker.Packet packet) {
        if (count == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * count);
        }
        latencies[count++] = (float) (events.now() - packet.atMicros());
    }

    private double busyMicros() {
        return Arrays.stream(workers).mapToDouble(Worker::busyMicros).sum();
    }

    private long rounds() {
        return Arrays.stream(workers).mapToLong(Worker::rounds).sum();
    }

    private static double quantile(float[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) (share * (sorted.length - 1))];
    }
}
