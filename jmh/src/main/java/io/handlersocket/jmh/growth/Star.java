// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.growth;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A row that refers to others. */
@Entity
@Table(name = "growth_star")
class Star {

    /** So many others. */
    static final int POINTS = 11;

    @Id
    private int id;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k1")
    private @Nullable Words p1;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k2")
    private @Nullable Words p2;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k3")
    private @Nullable Words p3;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k4")
    private @Nullable Words p4;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k5")
    private @Nullable Words p5;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k6")
    private @Nullable Words p6;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k7")
    private @Nullable Words p7;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k8")
    private @Nullable Words p8;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k9")
    private @Nullable Words p9;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k10")
    private @Nullable Words p10;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "k11")
    private @Nullable Words p11;

    /** Returns the query that joins so many tables. */
    static String query(int tables) {
        return IntStream.range(1, tables)
                .mapToObj(i -> " join fetch s.p" + i)
                .collect(Collectors.joining("", "select s from Star s", " where s.id = :id"));
    }

    int id() {
        return id;
    }

    /** Returns the others; those that were not joined are proxies. */
    List<@Nullable Words> points() {
        return Arrays.asList(p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11);
    }
}
