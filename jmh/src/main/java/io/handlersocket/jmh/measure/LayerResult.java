// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.List;

/**
 * What one JVM measured.
 *
 * @param sweep arms that ran for a look only: few short slices
 * @param notes what a reader must know, a sentence each
 */
public record LayerResult(
        String layer,
        List<Series> series,
        List<Series> sweep,
        List<Figure> figures,
        List<Cost> costs,
        List<String> notes) {}
