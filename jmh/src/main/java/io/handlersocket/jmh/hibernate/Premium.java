// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** Every second account. */
@Entity
@Table(name = "premium")
@PrimaryKeyJoinColumn(name = "account_id")
public class Premium extends Account {

    private @Nullable String benefit;

    public @Nullable String getBenefit() {
        return benefit;
    }
}
