// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.replicated;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.springframework.transaction.support.TransactionOperations;

/** Passes a token from a request that writes to the next one. */
public class Orders {

    private final Items items;
    private final Replicas replicas;
    private final TransactionOperations transaction;

    public Orders(Items items, Replicas replicas, TransactionOperations transaction) {
        this.items = items;
        this.replicas = replicas;
        this.transaction = transaction;
    }

    /** Returns the token for the response. */
    public String order(long id, int amount) {
        transaction.executeWithoutResult(
                status -> items.findById(id).orElseThrow().setAmount(amount));
        return replicas.position().toString(); // after the commit
    }

    /** Takes the token of the request. */
    public Optional<Item> find(long id, String token) {
        Freshness freshness = Freshness.atLeast(GtidPosition.parse(token));
        return replicas.read(freshness, () -> items.findById(id));
    }

    /** An item and how old it may be. */
    public record Aged(Item item, Duration age) {}

    /** Shows the age beside the item. */
    public Aged page(long id) {
        try (ReadScope scope = replicas.open(Freshness.within(Duration.ofSeconds(5)))) {
            Item item = items.findById(id).orElseThrow();
            Duration age = scope.answers().stream()
                    .flatMap(answer -> answer.age().stream())
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO); // the primary answered
            return new Aged(item, age);
        }
    }
}
