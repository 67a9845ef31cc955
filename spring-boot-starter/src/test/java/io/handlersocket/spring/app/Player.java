// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A row of the tests' table. */
@Entity
public class Player {

    @Id
    private long id;

    private String name = "";
    private int level;
    private @Nullable LocalDateTime created;

    public long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public int getLevel() {
        return level;
    }

    public void setLevel(int level) {
        this.level = level;
    }

    public @Nullable LocalDateTime getCreated() {
        return created;
    }

    /** Everything, for comparison. */
    public String all() {
        return id + "|" + name + "|" + level + "|" + created;
    }
}
