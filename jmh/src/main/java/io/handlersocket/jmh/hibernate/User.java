// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A row of the table that all layers read. */
@Entity
@Table(name = "user")
public class User {

    @Id
    @Column(name = "user_id")
    private int id;

    @Column(name = "user_name")
    private @Nullable String name;

    @Column(name = "user_email")
    private @Nullable String email;

    private @Nullable LocalDateTime created;

    public int getId() {
        return id;
    }

    public @Nullable String getName() {
        return name;
    }

    public @Nullable String getEmail() {
        return email;
    }

    public @Nullable LocalDateTime getCreated() {
        return created;
    }
}
