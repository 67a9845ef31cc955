// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Cost;
import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.LayerResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What the articles that made HandlerSocket known say, beside what was measured here. */
final class Articles {

    private static final String ASYNC = "async_find_vs_jdbc";
    private static final String CACHE = "find_vs_memcached";

    private Articles() {}

    /** A line of the table: what, the articles' word, ours. */
    record Claim(String what, String articles, String here) {}

    /** Those about which something was measured. */
    static List<Claim> of(LayerResult layer) {
        List<Claim> claims = new ArrayList<>();
        ratio(layer, ASYNC).ifPresent(here -> claims.add(new Claim("throughput, of SQL's", "7.1 times", here)));
        ratio(layer, CACHE).ifPresent(here -> claims.add(new Claim("throughput, of memcached's", "1.78 times", here)));
        cost(layer, "CPU of the server", "less", Cost::serverCpuSeconds).ifPresent(claims::add);
        cost(layer, "CPU of the client", "less", Cost::clientCpuSeconds).ifPresent(claims::add);
        cost(layer, "bytes on the wire", "smaller packets", Cost::wireBytes).ifPresent(claims::add);
        return claims;
    }

    private static Optional<String> ratio(LayerResult layer, String key) {
        return figure(layer, key)
                .map(figure ->
                        String.format(Locale.ROOT, "%.1f times%s", figure.value(), figure.valid() ? "" : " (void)"));
    }

    private static Optional<Figure> figure(LayerResult layer, String key) {
        return layer.figures().stream()
                .filter(figure -> figure.key().equals(key) && figure.value() != null)
                .findFirst();
    }

    /** Of the two arms of the first ratio: a lookup's, as a share of that of JDBC at its best. */
    private static Optional<Claim> cost(LayerResult layer, String what, String articles, ToDoubleFunction<Cost> value) {
        return figure(layer, ASYNC)
                .flatMap(figure -> cost(layer, figure.arm(), value)
                        .flatMap(ours -> cost(layer, figure.base(), value)
                                .map(theirs -> new Claim(
                                        what + ", of SQL's",
                                        articles,
                                        String.format(Locale.ROOT, "%.0f %%", 100 * ours / theirs)))));
    }

    private static Optional<Double> cost(
            LayerResult layer, @org.jspecify.annotations.Nullable String arm, ToDoubleFunction<Cost> value) {
        return layer.costs().stream()
                .filter(cost -> cost.arm().equals(arm))
                .map(value::applyAsDouble)
                .filter(known -> known > 0)
                .findFirst();
    }
}
