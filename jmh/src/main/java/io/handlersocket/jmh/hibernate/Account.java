// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** The root of a hierarchy with a table for each class. */
@Entity
@Table(name = "account")
@Inheritance(strategy = InheritanceType.JOINED)
public class Account {

    @Id
    @Column(name = "account_id")
    private int id;

    private @Nullable String owner;

    public int getId() {
        return id;
    }

    public @Nullable String getOwner() {
        return owner;
    }
}
